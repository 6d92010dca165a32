import { FeedError } from '../feed/feed-error.ts';
import { fixturesOf } from '../football/gameweeks.ts';
import { scoresOf } from '../football/scores.ts';
import { saveSnapshot } from '../snapshots/snapshots.store.ts';
import type { Season } from '../snapshots/snapshots.ts';
import type { PollDeps } from './poll.ts';

/**
 * Gameweeks that the feed had checked before the relay first met the season, and whose points are not here yet; the
 * latest first.
 */
export function unknownPast(view: Season | null): number[] {
  if (!view) return [];
  return view.bootstrap.content.gameweeks
    .filter(({ id, data_checked }) => data_checked && !view.live.has(id))
    .filter(({ id }) => fixturesOf(view.fixtures.content, id).length > 0)
    .map(({ id }) => id)
    .reverse();
}

/**
 * Reads the points of one past gameweek and keeps them. No event: nobody plays for them any more, they are history.
 * @returns the fault of the feed, or null when they are stored
 */
export async function readPast(
  deps: PollDeps,
  gameweek: number,
  signal: AbortSignal,
): Promise<FeedError | null> {
  const { db, feed, football, now } = deps;
  const view = football.current();
  if (!view) return null;
  const fetchedAt = now();
  try {
    const elements = await feed.pastLive(gameweek, signal);
    const known = new Set(view.bootstrap.content.players.map(({ id }) => id));
    const { scores } = scoresOf(elements, fixturesOf(view.fixtures.content, gameweek), known);
    if (scores.length === 0) throw new FeedError('empty', 'past', `gameweek ${gameweek} has no points`);
    const save = { season: view.season, resource: 'live', gameweek, content: scores, fetchedAt } as const;
    await db.transaction((trx) => saveSnapshot(trx, save));
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
  await football.refresh();
  return null;
}
