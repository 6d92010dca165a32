import type { Fixture, Gameweek } from '@touchline/api/http/fpl';
import type { FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { epochMs, fixturesOf, isOver, kickoffOf } from './gameweeks.ts';

/** The stored season. */
export interface StoredSeason {
  gameweeks: readonly Gameweek[];
  fixtures: readonly Fixture[];
}

/** The year of the first deadline (docs/rules/README.md). */
export function yearOf(gameweeks: readonly Pick<Gameweek, 'deadline_time'>[]): number {
  return new Date(Math.min(...gameweeks.map(({ deadline_time }) => epochMs(deadline_time)))).getUTCFullYear();
}

/**
 * Whether the feed shows another season than the stored one. The year of the first deadline tells; as the replay may begin
 * two seasons in one year, so do matches with other codes, or a first gameweek that is unfinished again while no match is
 * over (a single flag that flips is not a new season).
 * @throws FeedError season, when bootstrap and fixtures are not of one season (the feed is just changing)
 */
export function beginsSeason(
  stored: StoredSeason | null,
  bootstrap: FeedBootstrap,
  fixtures: readonly Fixture[],
): boolean {
  const begins =
    stored === null ||
    yearOf(stored.gameweeks) !== yearOf(bootstrap.gameweeks) ||
    areOtherMatches(stored.fixtures, fixtures) ||
    (stored.gameweeks[0]?.finished === true &&
      bootstrap.gameweeks[0]?.finished === false &&
      !fixtures.some(isOver));
  if (begins && !belongTogether(bootstrap, fixtures))
    throw new FeedError('season', 'bootstrap', 'gameweeks and fixtures are not of one season');
  return begins;
}

/** No match in common; `code` is unique across seasons. */
export function areOtherMatches(before: readonly Fixture[], after: readonly Fixture[]): boolean {
  const codes = new Set(before.map(({ code }) => code));
  return before.length > 0 && !after.some(({ code }) => codes.has(code));
}

/** Whether most gameweeks have their first kick-off between their deadline and the next one. */
function belongTogether({ gameweeks }: FeedBootstrap, fixtures: readonly Fixture[]): boolean {
  const verdicts = gameweeks.flatMap(({ id, deadline_time }, index) => {
    const kickoffs = fixturesOf(fixtures, id)
      .map(kickoffOf)
      .filter((kickoff) => kickoff !== null);
    if (kickoffs.length === 0) return [];
    const first = Math.min(...kickoffs);
    const next = gameweeks[index + 1];
    return [first >= epochMs(deadline_time) && (!next || first <= epochMs(next.deadline_time))];
  });
  return verdicts.filter(Boolean).length * 2 >= verdicts.length;
}
