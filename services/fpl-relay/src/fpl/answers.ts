import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { type Body, createBody } from '../bodies/bodies.ts';
import { currentGameweek, fixturesOf } from '../football/gameweeks.ts';
import { matchesIntervalMs } from '../poller/cadence.ts';
import { type Season, type Snapshot, stampOf } from '../snapshots/snapshots.ts';

/** The answers of /fpl, each serialised once per change of the feed. */
export interface Answers {
  bootstrap(view: Season): Body;
  teams(view: Season): Body;
  /** Null when the feed has no gameweek at all. */
  currentGameweek(view: Season): Body | null;
  /** All fixtures, or those of a gameweek; null when there is no such gameweek. */
  fixtures(view: Season, gameweek?: number): Body | null;
}

/** Data is stale when the feed did not confirm it for three polls; never within this time, a busy machine needs some. */
const GRACE_MS = 10_000;
/** How far `updated_at` in an otherwise unchanged body may be behind. */
const UPDATED_AT_LAG_MS = 60_000;

interface Made {
  key: string;
  updatedAt: number;
  body: Body;
}

export function createAnswers(calendar: Calendar, now: () => number): Answers {
  const made = new Map<string, Made>();

  /** The entity tag tells contents and staleness apart, not `updated_at`: an unchanged feed stays a 304. */
  function once(name: string, snapshot: Snapshot<unknown>, stale: boolean, data: () => unknown): Body {
    const key = `${stampOf(snapshot)}${stale ? '.stale' : ''}`;
    const known = made.get(name);
    if (known?.key === key && snapshot.fetched_at - known.updatedAt < UPDATED_AT_LAG_MS) return known.body;
    const body = createBody(`W/"${name}.${key}"`, data());
    made.set(name, { key, updatedAt: snapshot.fetched_at, body });
    return body;
  }

  const isStale = (snapshot: Snapshot<unknown>, intervalMs: number) =>
    now() - snapshot.fetched_at > Math.max(3 * intervalMs, GRACE_MS);
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
    fixtures({ bootstrap, fixtures }, gameweek) {
      if (gameweek !== undefined && !bootstrap.content.gameweeks.some(({ id }) => id === gameweek))
        return null;
      // A match that has just begun was last looked at in the slower rhythm.
      const stale = isStale(fixtures, matchesIntervalMs(fixtures.content, calendar, now() - GRACE_MS));
      const list = () => (gameweek === undefined ? fixtures.content : fixturesOf(fixtures.content, gameweek));
      return once(`fixtures${gameweek ?? ''}`, fixtures, stale, () => ({
        fixtures: list(),
        ...ageOf(fixtures, stale),
      }));
    },
  };
}
