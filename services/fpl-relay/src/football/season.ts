import type { Fixture } from '@touchline/api/http/fpl';
import type { FeedGameweek } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { filterFixtures, isOver, parseKickoff, toEpochMs } from './gameweeks.ts';

/** The data that distinguishes seasons. */
export interface SeasonIdentity {
  gameweeks: readonly FeedGameweek[];
  fixtures: readonly Fixture[];
}

/** The year of the first deadline (docs/rules/README.md). */
export function getSeasonYear({ gameweeks }: Pick<SeasonIdentity, 'gameweeks'>): number {
  return new Date(Math.min(...getDeadlines({ gameweeks }))).getUTCFullYear();
}

/**
 * Checks whether the responses show another season than the stored one. Criteria:
 * - another year of the first deadline
 * - no match in common
 * - a restart with other deadlines, because a replay may start two seasons in one year
 * A single changed flag is not a new season.
 * @throws FeedError season, when the responses are of different seasons, of an earlier season, or from before the first
 * match of the stored season
 */
export function isOtherSeason(stored: SeasonIdentity | null, feed: SeasonIdentity): boolean {
  if (stored && getSeasonYear(feed) < getSeasonYear(stored))
    throw new FeedError(
      'season',
      'bootstrap',
      `is of season ${getSeasonYear(feed)}, before ${getSeasonYear(stored)}`,
    );
  const otherMatches = stored !== null && haveNoCommonMatch(stored.fixtures, feed.fixtures);
  const restarted = stored !== null && hasRestarted(stored, feed);
  if (restarted && !otherMatches && hasCommonDeadline(stored, feed))
    throw new FeedError('season', 'bootstrap', 'is from before the first match');
  const other = stored === null || getSeasonYear(stored) !== getSeasonYear(feed) || otherMatches || restarted;
  if (other && !areConsistent(feed))
    throw new FeedError('season', 'bootstrap', 'gameweeks and fixtures are of different seasons');
  return other;
}

/** True if the responses continue this stored season: the same matches with the same deadlines. */
export function continuesSeason(stored: SeasonIdentity, feed: SeasonIdentity): boolean {
  return (
    getSeasonYear(stored) === getSeasonYear(feed) &&
    !haveNoCommonMatch(stored.fixtures, feed.fixtures) &&
    hasCommonDeadline(stored, feed) &&
    !hasRestarted(stored, feed)
  );
}

/** True if no match is in both lists. Match codes are unique across seasons. */
export function haveNoCommonMatch(before: readonly Fixture[], after: readonly Fixture[]): boolean {
  const codes = new Set(before.map(({ code }) => code));
  return before.length > 0 && !after.some(({ code }) => codes.has(code));
}

/** True if the first gameweek is unfinished again and no match is over. */
function hasRestarted(before: SeasonIdentity, { gameweeks, fixtures }: SeasonIdentity): boolean {
  return before.gameweeks[0]?.finished === true && gameweeks[0]?.finished === false && !fixtures.some(isOver);
}

/** True if any deadline is equal. A restarted replay has the match codes of its first season, but other deadlines. */
function hasCommonDeadline(before: SeasonIdentity, after: SeasonIdentity): boolean {
  const deadlines = new Set(getDeadlines(before));
  return getDeadlines(after).some((deadline) => deadlines.has(deadline));
}

function getDeadlines({ gameweeks }: Pick<SeasonIdentity, 'gameweeks'>): number[] {
  return gameweeks.map(({ deadline_time }) => toEpochMs(deadline_time));
}

/** True if at least half of the gameweeks have their first kick-off between their deadline and the next one. */
function areConsistent({ gameweeks, fixtures }: SeasonIdentity): boolean {
  const results = gameweeks.flatMap(({ id, deadline_time }, index) => {
    const kickoffs = filterFixtures(fixtures, id)
      .map(parseKickoff)
      .filter((kickoff) => kickoff !== null);
    if (kickoffs.length === 0) return [];
    const first = Math.min(...kickoffs);
    const next = gameweeks[index + 1];
    return [first >= toEpochMs(deadline_time) && (!next || first <= toEpochMs(next.deadline_time))];
  });
  return results.filter(Boolean).length * 2 >= results.length;
}
