import { type Calendar, isSoon, MINUTE_MS } from './calendar.ts';

export type FixtureBadge = 'FT' | 'LIVE' | 'SOON' | 'UPCOMING' | 'Postponed' | 'Delayed';

/** Kick-off and progress of a fixture as the feed reports them. */
export interface FixtureProgress {
  /** ISO 8601; null for a postponed fixture. */
  kickoff_time: string | null;
  started: boolean;
  finished: boolean;
  finished_provisional: boolean;
}

/** Share of the calendar's tail after which a match counts as delayed: 15 of 150 minutes. */
const DELAY_SHARE = 0.1;

/**
 * FT after the final whistle (`finished_provisional`; `finished` lags by hours), LIVE from kick-off, SOON within the calendar's
 * hours before it, otherwise UPCOMING (FIX-03, FIX-04). Postponed without a kick-off time; Delayed if the feed has not reported
 * the start some time after kick-off.
 * @param lastContactAt last contact with the feed (epoch ms). Data from before the delay cannot prove it.
 */
export function getFixtureBadge(
  { kickoff_time, started, finished, finished_provisional }: FixtureProgress,
  now: number,
  calendar: Calendar,
  lastContactAt: number,
): FixtureBadge {
  if (finished || finished_provisional) return 'FT';
  if (started) return 'LIVE';
  if (kickoff_time === null) return 'Postponed';
  const at = Date.parse(kickoff_time);
  if (at > now) return isSoon(at, now, calendar) ? 'SOON' : 'UPCOMING';
  const delay = DELAY_SHARE * calendar.tail_minutes * MINUTE_MS;
  return Math.min(now, lastContactAt) - at >= delay ? 'Delayed' : 'LIVE';
}
