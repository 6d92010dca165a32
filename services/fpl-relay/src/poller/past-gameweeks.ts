import { FeedError } from '../feed/feed-error.ts';
import { filterFixtures, filterScheduled } from '../football/gameweeks.ts';
import { computeScores } from '../football/scores.ts';
import { haveNoCommonMatch } from '../football/season.ts';
import { saveSnapshot } from '../snapshots/snapshots.store.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { assertPlayed } from './completeness.ts';
import type { PollDeps } from './poll.ts';

/** Finds checked gameweeks whose points are not stored, latest first. They ended before the relay first saw the season. */
export function findMissingPast(season: Season | null): number[] {
  if (!season) return [];
  return season.bootstrap.content.gameweeks
    .filter(({ id, data_checked }) => data_checked && !season.live.has(id))
    .filter(({ id }) => filterScheduled(season.fixtures.content, id).length > 0)
    .map(({ id }) => id)
    .reverse();
}

/**
 * Reads and stores the points of one past gameweek. Publishes no event, because no open game uses them.
 * @returns the fault of the feed, or null when the points are stored
 */
export async function readPastGameweek(
  deps: PollDeps,
  gameweek: number,
  signal: AbortSignal,
): Promise<FeedError | null> {
  const { db, feed, seasons, now } = deps;
  const season = seasons.current();
  if (!season) return null;
  const fetchedAt = now();
  try {
    // A live list does not contain its season, so the fixtures are checked.
    if (haveNoCommonMatch(season.fixtures.content, await feed.fixtures(signal)))
      throw new FeedError('season', 'past', 'the feed shows another season');
    const elements = await feed.pastLive(gameweek, signal);
    const known = new Set(season.bootstrap.content.players.map(({ id }) => id));
    assertPlayed('past', gameweek, season.fixtures.content, elements);
    const { scores } = computeScores(elements, filterFixtures(season.fixtures.content, gameweek), known);
    if (scores.length === 0) throw new FeedError('empty', 'past', `gameweek ${gameweek} has no points`);
    const save = { season: season.id, resource: 'live', gameweek, content: scores, fetchedAt } as const;
    await seasons.trackStore(() => db.transaction((trx) => saveSnapshot(trx, save)));
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
  await seasons.refresh();
  return null;
}
