import type { Fixture, Gameweek } from '@touchline/api/http/fpl';
import type { FeedBootstrap } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { at, fixturesOf, isOver, kickoffOf } from './gameweeks.ts';

/** What is stored of the season that runs. */
export interface StoredSeason {
  gameweeks: readonly Gameweek[];
  fixtures: readonly Fixture[];
}

/** The year of the first deadline (docs/rules/README.md). */
export function yearOf(gameweeks: readonly Pick<Gameweek, 'deadline_time'>[]): number {
  return new Date(Math.min(...gameweeks.map(({ deadline_time }) => at(deadline_time)))).getUTCFullYear();
}

/**
 * Is this the beginning of another season than the stored one? Told by the year of the first deadline; or, because the
 * replay may begin two seasons in one year, by matches with other codes or by a first gameweek that is to be played again
 * (with every other: one flag that flips begins no season).
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

/** No match in common: `code` is unique over all seasons. */
export function areOtherMatches(before: readonly Fixture[], after: readonly Fixture[]): boolean {
  const codes = new Set(before.map(({ code }) => code));
  return before.length > 0 && !after.some(({ code }) => codes.has(code));
}

/** Does the first kick-off of most gameweeks lie between its deadline and the next one? */
function belongTogether({ gameweeks }: FeedBootstrap, fixtures: readonly Fixture[]): boolean {
  const verdicts = gameweeks.flatMap(({ id, deadline_time }, index) => {
    const kickoffs = fixturesOf(fixtures, id)
      .map(kickoffOf)
      .filter((kickoff) => kickoff !== null);
    if (kickoffs.length === 0) return [];
    const first = Math.min(...kickoffs);
    const next = gameweeks[index + 1];
    return [first >= at(deadline_time) && (!next || first <= at(next.deadline_time))];
  });
  return verdicts.filter(Boolean).length * 2 >= verdicts.length;
}
