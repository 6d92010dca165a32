import type { Fixture } from '@touchline/api/http/fpl';
import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { hasStarted, isOver, parseKickoff } from './gameweeks.ts';

/** Maximum duration of a running match. The feed never ends an abandoned match. */
const MAX_MATCH_MS = 6 * 3_600_000;

export function isMatchRunning(fixtures: readonly Fixture[], now: number): boolean {
  return fixtures.some((fixture) => {
    const kickoff = parseKickoff(fixture);
    return !isOver(fixture) && hasStarted(fixture, now) && (kickoff === null || now - kickoff < MAX_MATCH_MS);
  });
}

/** Interval between two polls of the matches in milliseconds. */
export function getMatchesIntervalMs(fixtures: readonly Fixture[], calendar: Calendar, now: number): number {
  return (
    SECOND_MS * (isMatchRunning(fixtures, now) ? calendar.poll_live_seconds : calendar.poll_idle_seconds)
  );
}
