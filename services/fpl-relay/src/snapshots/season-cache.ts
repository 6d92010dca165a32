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
   * A client that heard of a change never gets data from before it: what is in memory counts only while nobody else stores
   * anything and this process is not about to, and for a second at most; else it is refreshed first. Falls back to the
   * cached season when Postgres does not answer in time.
   */
  latest(): Promise<Season | null>;
  /** Runs a transaction of this process that may change the season. */
  storing<T>(store: () => Promise<T>): Promise<T>;
}

const REFRESH_TIMEOUT_MS = 2_000;
/** A process that has lost the right to store alone may notice it a moment later. */
const TRUSTED_MS = 1_000;

/** @param storesAlone whether no other replica stores seasons now */
export function createSeasonCache(db: Database, storesAlone = () => false): SeasonCache {
  let season: Season | null = null;
  /** Transactions that are open, and how many have ended. */
  let [open, ended] = [0, 0];
  let loaded = { since: Number.NEGATIVE_INFINITY, ended: 0 };
  const isTrusted = () =>
    open === 0 && loaded.ended === ended && performance.now() - loaded.since < TRUSTED_MS && storesAlone();
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Season | null> | null = null;
  const load = async () => {
    waiting = null;
    const before = { since: performance.now(), ended };
    season = await loadSeason(db, season);
    loaded = before;
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
      if (season && isTrusted()) return season;
      const done = new AbortController();
      const cached = () => season;
      const timeout = sleep(REFRESH_TIMEOUT_MS, undefined, { signal: done.signal }).then(cached, cached);
      return Promise.race([refresh().catch(cached), timeout]).finally(() => done.abort());
    },
    async storing(store) {
      open += 1;
      try {
        return await store();
      } finally {
        open -= 1;
        ended += 1;
      }
    },
  };
}
