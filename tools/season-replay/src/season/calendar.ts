import type { Calendar } from '@touchline/rules/calendar';

/** How a gameweek is divided on the replay's clock, in ms. */
export interface Pace {
  gameweek: number;
  /** From the deadline to the first kick-off. */
  lead: number;
  shortestMatch: number;
  longestMatch: number;
  /** From the whistle to the bonus. */
  bonus: number;
  /** From the last bonus to the check. */
  check: number;
  /** From the check to the next deadline, at least. */
  rest: number;
  /** Before the first gameweek of a season. */
  preseason: number;
}

const MINUTE = 60_000;

/** Long enough to watch a match. */
export const SHORTEST_MATCH_MINUTES = 2;

/** The pace for gameweeks of this length; every part is a whole number of seconds. */
export function paceOf(gameweekMinutes: number, shortestMatchMinutes = SHORTEST_MATCH_MINUTES): Pace {
  const gameweek = seconds(gameweekMinutes * MINUTE);
  const shortestMatch = seconds(shortestMatchMinutes * MINUTE);
  return {
    gameweek,
    lead: seconds(gameweek * 0.05),
    shortestMatch,
    longestMatch: Math.max(shortestMatch, seconds(gameweek / 6)),
    bonus: seconds(gameweek * 0.015),
    check: seconds(gameweek * 0.015),
    rest: seconds(gameweek * 0.05),
    preseason: seconds(gameweek * 0.2),
  };
}

/** Whole seconds, at least one: times in the feed have no fractions. */
function seconds(ms: number): number {
  return Math.max(1000, Math.round(ms / 1000) * 1000);
}

/**
 * The durations that services use instead of the real ones (never the join windows): the tail covers the longest
 * match and its bonus; SOON and polling shrink in proportion to the week.
 */
export function replayCalendar(gameweekMinutes: number, shortestMatchMinutes?: number): Partial<Calendar> {
  const pace = paceOf(gameweekMinutes, shortestMatchMinutes);
  const minutes = pace.gameweek / MINUTE;
  return {
    tail_minutes: (pace.longestMatch + pace.bonus) / MINUTE,
    deadline_lead_minutes: pace.lead / MINUTE,
    soon_hours: minutes / 7 / 60,
    poll_bootstrap_seconds: bounded(minutes / 6, 1, 300),
    poll_live_seconds: bounded(minutes / 30, 0.25, 30),
    poll_idle_seconds: bounded(minutes / 6, 1, 600),
  };
}

function bounded(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
