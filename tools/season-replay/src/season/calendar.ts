import type { Calendar } from '@touchline/rules/calendar';

/** Durations of a gameweek on the replay clock, in ms. */
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
  /** Minimum time from the check to the next deadline. */
  rest: number;
  /** Before the first gameweek of a season. */
  preseason: number;
}

const MINUTE = 60_000;

/** Minimum duration that lets a viewer follow a match. */
const SHORTEST_MATCH = 2 * MINUTE;

/** Computes the pace for gameweeks of this length. Every duration is a whole number of seconds. */
export function computePace(gameweekMinutes: number): Pace {
  const gameweek = roundToSeconds(gameweekMinutes * MINUTE);
  return {
    gameweek,
    lead: roundToSeconds(gameweek * 0.05),
    shortestMatch: SHORTEST_MATCH,
    longestMatch: Math.max(SHORTEST_MATCH, roundToSeconds(gameweek / 6)),
    bonus: roundToSeconds(gameweek * 0.015),
    check: roundToSeconds(gameweek * 0.015),
    rest: roundToSeconds(gameweek * 0.05),
    preseason: roundToSeconds(gameweek * 0.2),
  };
}

/** Rounds to whole seconds, at least one, because times in the feed have no fractions. */
function roundToSeconds(ms: number): number {
  return Math.max(1000, Math.round(ms / 1000) * 1000);
}

/**
 * Computes the durations that services use instead of the real ones, except the join windows. The tail covers the longest
 * match and its bonus. SOON and the polling intervals shrink in proportion to the gameweek.
 */
export function replayCalendar(gameweekMinutes: number): Partial<Calendar> {
  const pace = computePace(gameweekMinutes);
  const minutes = pace.gameweek / MINUTE;
  return {
    tail_minutes: (pace.longestMatch + pace.bonus) / MINUTE,
    deadline_lead_minutes: pace.lead / MINUTE,
    soon_hours: minutes / 7 / 60,
    poll_bootstrap_seconds: clamp(minutes / 6, 1, 300),
    poll_live_seconds: clamp(minutes / 30, 0.25, 30),
    poll_idle_seconds: clamp(minutes / 6, 1, 600),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
