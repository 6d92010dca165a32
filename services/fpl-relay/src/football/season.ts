import type { Fixture } from '@touchline/api/http/fpl';
import type { FeedGameweek } from '../feed/feed.ts';
import { FeedError } from '../feed/feed-error.ts';
import { epochMs, fixturesOf, isOver, kickoffOf } from './gameweeks.ts';

/** What tells one season from another. */
export interface SeasonFacts {
  gameweeks: readonly FeedGameweek[];
  fixtures: readonly Fixture[];
}

/** The year of the first deadline (docs/rules/README.md). */
export function yearOf({ gameweeks }: Pick<SeasonFacts, 'gameweeks'>): number {
  return new Date(Math.min(...deadlinesOf({ gameweeks }))).getUTCFullYear();
}

/**
 * Whether the answers show another season than the stored one. The year of the first deadline tells; as the replay may
 * begin two seasons in one year, so do matches with other codes, or a season that starts over with other deadlines. (A
 * single flag that flips is not a new season.)
 * @throws FeedError season, when the answers are not of one season (the feed is just changing), or are out of date: of an
 * earlier season, or of the stored one before its first match
 */
export function isOtherSeason(stored: SeasonFacts | null, answers: SeasonFacts): boolean {
  if (stored && yearOf(answers) < yearOf(stored))
    throw new FeedError('season', 'bootstrap', `is of ${yearOf(answers)}, before ${yearOf(stored)}`);
  const otherMatches = stored !== null && areOtherMatches(stored.fixtures, answers.fixtures);
  const restarted = stored !== null && startsOver(stored, answers);
  if (restarted && !otherMatches && shareDeadline(stored, answers))
    throw new FeedError('season', 'bootstrap', 'is from before the first match');
  const other = stored === null || yearOf(stored) !== yearOf(answers) || otherMatches || restarted;
  if (other && !belongTogether(answers))
    throw new FeedError('season', 'bootstrap', 'gameweeks and fixtures are not of one season');
  return other;
}

/** Whether the answers continue a season that is not the latest: the same matches, on the same calendar. */
export function continuesSeason(known: SeasonFacts, answers: SeasonFacts): boolean {
  return (
    yearOf(known) === yearOf(answers) &&
    !areOtherMatches(known.fixtures, answers.fixtures) &&
    shareDeadline(known, answers) &&
    !startsOver(known, answers)
  );
}

/** No match in common; `code` is unique across seasons. */
export function areOtherMatches(before: readonly Fixture[], after: readonly Fixture[]): boolean {
  const codes = new Set(before.map(({ code }) => code));
  return before.length > 0 && !after.some(({ code }) => codes.has(code));
}

/** The first gameweek is unfinished again, and no match is over. */
function startsOver(before: SeasonFacts, { gameweeks, fixtures }: SeasonFacts): boolean {
  return before.gameweeks[0]?.finished === true && gameweeks[0]?.finished === false && !fixtures.some(isOver);
}

/** A replay that starts over has the codes of its first season, but other deadlines. */
function shareDeadline(before: SeasonFacts, after: SeasonFacts): boolean {
  const deadlines = new Set(deadlinesOf(before));
  return deadlinesOf(after).some((deadline) => deadlines.has(deadline));
}

function deadlinesOf({ gameweeks }: Pick<SeasonFacts, 'gameweeks'>): number[] {
  return gameweeks.map(({ deadline_time }) => epochMs(deadline_time));
}

/** Whether most gameweeks have their first kick-off between their deadline and the next one. */
function belongTogether({ gameweeks, fixtures }: SeasonFacts): boolean {
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
