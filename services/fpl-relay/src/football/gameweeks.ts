import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Gameweek } from '@touchline/api/http/fpl';
import { toInstant } from '@touchline/api/values';
import { type Calendar, gameweekPeriod, SECOND_MS } from '@touchline/rules/calendar';
import type { FeedGameweek } from '../feed/feed.ts';
import type { Season, Snapshot } from '../snapshots/snapshots.ts';

/** Converts an ISO time to epoch ms. */
export const toEpochMs = (instant: string): number => Date.parse(instant);

/** Adds the start and end of each gameweek, derived from its fixtures (game rules 7); null without fixtures. */
export function addPeriods(
  gameweeks: readonly FeedGameweek[],
  fixtures: readonly Fixture[],
  calendar: Calendar,
): Gameweek[] {
  return gameweeks.map((gameweek) => {
    const kickoffs = filterFixtures(fixtures, gameweek.id).map((fixture) => parseKickoff(fixture));
    const period = gameweekPeriod(kickoffs, calendar);
    return {
      ...gameweek,
      start_time: period && toInstant(period.start),
      end_time: period && toInstant(period.end),
    };
  });
}

export function filterFixtures(fixtures: readonly Fixture[], gameweek: number): Fixture[] {
  return fixtures.filter(({ event }) => event === gameweek);
}

/** The fixtures of a gameweek without postponed ones. */
export function filterScheduled(fixtures: readonly Fixture[], gameweek: number): Fixture[] {
  return filterFixtures(fixtures, gameweek).filter(({ kickoff_time }) => kickoff_time !== null);
}

/** The kick-off in epoch ms; null while postponed. */
export function parseKickoff(fixture: Fixture): number | null {
  return fixture.kickoff_time === null ? null : toEpochMs(fixture.kickoff_time);
}

/** Includes `finished_provisional`, because `finished` lags by hours (game rules 7). */
export function isOver(fixture: Fixture): boolean {
  return fixture.finished || fixture.finished_provisional;
}

/** Returns true from the kick-off on, even if the feed reports the start later. @param now epoch ms */
export function hasStarted(fixture: Fixture, now: number): boolean {
  const kickoff = parseKickoff(fixture);
  return fixture.started || isOver(fixture) || (kickoff !== null && kickoff <= now);
}

/** Finds the current gameweek. Before the first deadline it is the next one, after the season the last one. */
export function findCurrentGameweek(gameweeks: readonly Gameweek[]): Gameweek | undefined {
  return (
    gameweeks.find(({ is_current }) => is_current) ??
    gameweeks.find(({ is_next }) => is_next) ??
    gameweeks.at(-1)
  );
}

/** Finds gameweeks whose points may still change: a match has started and the feed has not checked the data. */
export function findRunningGameweeks(
  gameweeks: readonly Pick<Gameweek, 'id' | 'data_checked'>[],
  fixtures: readonly Fixture[],
  now: number,
): number[] {
  return gameweeks
    .filter(
      ({ id, data_checked }) =>
        !data_checked && filterFixtures(fixtures, id).some((one) => hasStarted(one, now)),
    )
    .map(({ id }) => id);
}

/** Finds the live snapshots of running gameweeks. */
export function findRunningLive(
  { bootstrap, fixtures, live }: Season,
  now: number,
): Snapshot<FixtureScoreMessage[]>[] {
  const stored = bootstrap.content.gameweeks.filter(({ id }) => live.has(id));
  return findRunningGameweeks(stored, fixtures.content, now).map((gameweek) => live.get(gameweek)!);
}

/** Maximum duration of a running match. */
const MAX_MATCH_MS = 6 * 3_600_000;

/** True once a match that is not over has passed its maximum duration. The feed never ends an abandoned match. */
export function isAbandoned(fixture: Fixture, now: number): boolean {
  const kickoff = parseKickoff(fixture);
  return !isOver(fixture) && kickoff !== null && now - kickoff >= MAX_MATCH_MS;
}

/** Returns true while a match has started and is neither over nor abandoned. @param now epoch ms */
export function isMatchRunning(fixtures: readonly Fixture[], now: number): boolean {
  return fixtures.some(
    (fixture) => !isOver(fixture) && hasStarted(fixture, now) && !isAbandoned(fixture, now),
  );
}

/** Interval between two polls of the matches in milliseconds. */
export function getMatchesIntervalMs(fixtures: readonly Fixture[], calendar: Calendar, now: number): number {
  return (
    SECOND_MS * (isMatchRunning(fixtures, now) ? calendar.poll_live_seconds : calendar.poll_idle_seconds)
  );
}
