/** Durations of the game, set by one environment variable (CALENDAR). Values may be fractional. */
export interface Calendar {
  /** Season and weekly join windows open this long before the start. */
  season_window_hours: number;
  /** Tournament join windows open this long before the start. */
  tournament_window_hours: number;
  /** A gameweek or game ends this long after its last kick-off. */
  tail_minutes: number;
  /** A gameweek's deadline is this long before its first kick-off. */
  deadline_lead_minutes: number;
  /** Fixtures that kick off within this time are SOON. */
  soon_hours: number;
  poll_bootstrap_seconds: number;
  poll_live_seconds: number;
  poll_idle_seconds: number;
}

/** Values of the specification. The local replay shortens tail, lead, SOON and polling, but never the windows. */
export const DEFAULT_CALENDAR: Calendar = {
  season_window_hours: 75,
  tournament_window_hours: 2,
  tail_minutes: 150,
  deadline_lead_minutes: 90,
  soon_hours: 24,
  poll_bootstrap_seconds: 300,
  poll_live_seconds: 30,
  poll_idle_seconds: 600,
};

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns start and end of a gameweek (epoch ms): the first kick-off, and the last kick-off plus the tail. Null for a gameweek
 * without a scheduled fixture (game rules 7).
 */
export function gameweekPeriod(
  kickoffs: readonly (number | null)[],
  calendar: Calendar,
): { start: number; end: number } | null {
  const scheduled = kickoffs.filter((kickoff) => kickoff !== null);
  if (scheduled.length === 0) return null;
  return {
    start: scheduled.reduce((a, b) => Math.min(a, b)),
    end: scheduled.reduce((a, b) => Math.max(a, b)) + calendar.tail_minutes * MINUTE_MS,
  };
}

/** Reports whether a kick-off (epoch ms) is in the future, but within the SOON time. */
export function isSoon(kickoff: number | null, now: number, calendar: Calendar): boolean {
  return kickoff !== null && kickoff > now && kickoff - now <= calendar.soon_hours * HOUR_MS;
}
