import type { Fixture, Gameweek } from '@touchline/api/http/fpl';
import { type Calendar, gameweekPeriod } from '@touchline/rules/calendar';
import type { FeedGameweek } from '../feed/feed.ts';

/** Epoch ms of a time on the wire. */
export const epochMs = (instant: string): number => Date.parse(instant);

/** Adds the start and end of each gameweek by its fixtures (game rules 7); null without any. */
export function withPeriods(
  gameweeks: readonly FeedGameweek[],
  fixtures: readonly Fixture[],
  calendar: Calendar,
): Gameweek[] {
  return gameweeks.map((gameweek) => {
    const kickoffs = fixturesOf(fixtures, gameweek.id).map((fixture) => kickoffOf(fixture));
    const period = gameweekPeriod(kickoffs, calendar);
    return {
      ...gameweek,
      start_time: period && new Date(period.start).toISOString(),
      end_time: period && new Date(period.end).toISOString(),
    };
  });
}

export function fixturesOf(fixtures: readonly Fixture[], gameweek: number): Fixture[] {
  return fixtures.filter(({ event }) => event === gameweek);
}

/** Epoch ms, null while postponed. */
export function kickoffOf(fixture: Fixture): number | null {
  return fixture.kickoff_time === null ? null : epochMs(fixture.kickoff_time);
}

/** `finished` lags by hours (game rules 7). */
export function isOver(fixture: Fixture): boolean {
  return fixture.finished || fixture.finished_provisional;
}

export function hasStarted(fixture: Fixture, now: number): boolean {
  const kickoff = kickoffOf(fixture);
  return fixture.started || isOver(fixture) || (kickoff !== null && kickoff <= now);
}

/** The feed's current gameweek; before the first deadline the next one, after the season the last one. */
export function currentGameweek(gameweeks: readonly Gameweek[]): Gameweek | undefined {
  return (
    gameweeks.find(({ is_current }) => is_current) ??
    gameweeks.find(({ is_next }) => is_next) ??
    gameweeks.at(-1)
  );
}

/** Gameweeks whose points may still change: a match has started and the feed has not checked the data yet. */
export function runningGameweeks(
  gameweeks: readonly Pick<Gameweek, 'id' | 'data_checked'>[],
  fixtures: readonly Fixture[],
  now: number,
): number[] {
  return gameweeks
    .filter(
      ({ id, data_checked }) => !data_checked && fixturesOf(fixtures, id).some((one) => hasStarted(one, now)),
    )
    .map(({ id }) => id);
}
