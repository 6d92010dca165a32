import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/database';
import { loadSeason } from './snapshots.store.ts';
import type { Season } from './snapshots.ts';

/** The latest season, in memory. Postgres is the source of truth. */
export interface SeasonCache {
  /** Null before the first good snapshot. */
  current(): Season | null;
  /** Loads what has changed from Postgres. One load runs at a time; calls that come while one waits share it. */
  refresh(): Promise<Season | null>;
  /**
   * Refreshes first, so that a client that heard of a change never gets data from before it. Falls back to the cached
   * season when Postgres does not answer in time.
   */
  latest(): Promise<Season | null>;
}

const REFRESH_TIMEOUT_MS = 2_000;

export function createSeasonCache(db: Database): SeasonCache {
  let season: Season | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Season | null> | null = null;
  const load = async () => {
    waiting = null;
    season = await loadSeason(db, season);
    return season;
  };
  function refresh(): Promise<Season | null> {
    waiting ??= last.then(load, load);
    last = waiting;
    return waiting;
  }
  return {
    current: () => season,
    refresh,
    async latest() {
      const done = new AbortController();
      const cached = () => season;
      const timeout = sleep(REFRESH_TIMEOUT_MS, undefined, { signal: done.signal }).then(cached, cached);
      return Promise.race([refresh().catch(cached), timeout]).finally(() => done.abort());
    },
  };
}
