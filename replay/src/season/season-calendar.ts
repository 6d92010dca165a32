import type { Calendar } from '@touchline/rules/calendar';

/** How the replay lays a gameweek onto the wall clock; everything in ms. */
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
  /** What is left between the check and the next deadline. */
  rest: number;
  /** Before the first gameweek of a season. */
  preseason: number;
}

const MINUTE = 60_000;

/** A match never lasts under two minutes in the demo. */
export const SHORTEST_MATCH_MINUTES = 2;

/** The pace of a gameweek of so many minutes; all parts are whole seconds. */
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

/** Whole seconds, at least one: the feed's times have no fractions. */
function seconds(ms: number): number {
  return Math.max(1000, Math.round(ms / 1000) * 1000);
}

/**
 * What the services must be told instead of the real durations (never the join windows): the tail covers the
 * longest match and its bonus; SOON and polling shrink as a week of seven days did.
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
