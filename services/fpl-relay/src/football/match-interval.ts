import type { Fixture } from '@touchline/api/http/fpl';
import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { hasStarted, isOver, kickoffOf } from './gameweeks.ts';

/** An abandoned match never ends in the feed; it counts as on for this long after its kick-off. */
const LONGEST_MATCH_MS = 6 * 3_600_000;

export function isMatchOn(fixtures: readonly Fixture[], now: number): boolean {
  return fixtures.some((fixture) => {
    const kickoff = kickoffOf(fixture);
    return (
      !isOver(fixture) && hasStarted(fixture, now) && (kickoff === null || now - kickoff < LONGEST_MATCH_MS)
    );
  });
}

/** Milliseconds between two polls of the matches. */
export function matchesIntervalMs(fixtures: readonly Fixture[], calendar: Calendar, now: number): number {
  return SECOND_MS * (isMatchOn(fixtures, now) ? calendar.poll_live_seconds : calendar.poll_idle_seconds);
}
