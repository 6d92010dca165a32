import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { type Body, createBody } from '../bodies/bodies.ts';
import { currentGameweek, fixturesOf } from '../football/gameweeks.ts';
import { matchesIntervalMs } from '../football/match-interval.ts';
import { momentsOf } from '../moments/moments-answer.ts';
import { type Season, type Snapshot, stampOf } from '../snapshots/snapshots.ts';

/** The answers of /fpl, serialised once per change of the feed. */
export interface Answers {
  bootstrap(season: Season): Body;
  teams(season: Season): Body;
  /** Null when the feed has no gameweeks. */
  currentGameweek(season: Season): Body | null;
  /** All fixtures, or those of a gameweek; null when the gameweek does not exist. */
  fixtures(season: Season, gameweek?: number): Body | null;
  /** The moments of the current gameweek; null when the feed has no gameweeks. */
  moments(season: Season): Body | null;
}

/** Data is stale when the feed has not confirmed it for three polls, but never within this time. */
const MIN_STALE_MS = 10_000;
/** How far `updated_at` may be behind in a body that has not changed otherwise. */
const UPDATED_AT_LAG_MS = 60_000;

interface Made {
  key: string;
  updatedAt: number;
  body: Body;
}

export function createAnswers(calendar: Calendar, now: () => number): Answers {
  const made = new Map<string, Made>();

  /** The entity tag changes with content and staleness, not with `updated_at`: an unchanged feed stays a 304. */
  function once(name: string, snapshot: Snapshot<unknown>, stale: boolean, data: () => unknown): Body {
    const key = `${stampOf(snapshot)}${stale ? '.stale' : ''}`;
    const known = made.get(name);
    if (known?.key === key && snapshot.fetched_at - known.updatedAt < UPDATED_AT_LAG_MS) return known.body;
    const body = createBody(`W/"${name}.${key}"`, data());
    made.set(name, { key, updatedAt: snapshot.fetched_at, body });
    return body;
  }

  const isStale = (snapshot: Snapshot<unknown>, intervalMs: number) =>
    now() - snapshot.fetched_at > Math.max(3 * intervalMs, MIN_STALE_MS);
  const ageOf = (snapshot: Snapshot<unknown>, stale: boolean) => ({
    season: snapshot.season,
    updated_at: new Date(snapshot.fetched_at).toISOString(),
    stale,
  });

  return {
    bootstrap({ bootstrap }) {
      const stale = isStale(bootstrap, calendar.poll_bootstrap_seconds * SECOND_MS);
      return once('bootstrap', bootstrap, stale, () => ({
        ...bootstrap.content,
        ...ageOf(bootstrap, stale),
      }));
    },
    teams: ({ bootstrap }) => once('teams', bootstrap, false, () => ({ teams: bootstrap.content.teams })),
    currentGameweek({ bootstrap }) {
      const gameweek = currentGameweek(bootstrap.content.gameweeks);
      return gameweek ? once('current', bootstrap, false, () => ({ gameweek })) : null;
    },
    moments(season) {
      const gameweek = currentGameweek(season.bootstrap.content.gameweeks)?.id;
      if (gameweek === undefined) return null;
      // Before the first moment of a gameweek its list changes with the gameweek only.
      const snapshot = season.moments.get(gameweek) ?? season.bootstrap;
      return once(`moments${gameweek}`, snapshot, false, () => ({
        season: season.id,
        gameweek,
        moments: momentsOf(season, gameweek),
      }));
    },
    fixtures({ bootstrap, fixtures }, gameweek) {
      if (gameweek !== undefined && !bootstrap.content.gameweeks.some(({ id }) => id === gameweek))
        return null;
      // A match that has just begun was last polled at the slower interval.
      const stale = isStale(fixtures, matchesIntervalMs(fixtures.content, calendar, now() - MIN_STALE_MS));
      const list = () => (gameweek === undefined ? fixtures.content : fixturesOf(fixtures.content, gameweek));
      return once(`fixtures${gameweek ?? ''}`, fixtures, stale, () => ({
        fixtures: list(),
        ...ageOf(fixtures, stale),
      }));
    },
  };
}
