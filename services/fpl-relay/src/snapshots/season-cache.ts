import type { Database } from '@touchline/service-kit/data/database';
import { createSharedRun, waitAtMost } from '@touchline/service-kit/process/shared-work';
import { loadSeason } from './snapshots.store.ts';
import type { Season } from './snapshots.ts';

/** The latest season in memory. Postgres is the source of truth. */
export interface SeasonCache {
  /** Null before the first good snapshot. */
  current(): Season | null;
  /** Loads the changes from Postgres. One load runs at a time; calls made while one is waiting share it. */
  refresh(): Promise<Season | null>;
  /**
   * Returns data that is never older than a published change. The cached season is used for up to one second, and only while
   * no other replica stores seasons and this process has no open transaction; otherwise it is refreshed first. Falls back to
   * the cached season when Postgres does not respond in time.
   */
  latest(): Promise<Season | null>;
  /** Runs a transaction of this process that may change the season. */
  trackStore<T>(store: () => Promise<T>): Promise<T>;
}

const REFRESH_TIMEOUT_MS = 2_000;
/** Maximum age of trusted data, because a process may notice late that it has lost the poller lock. */
const MAX_TRUSTED_MS = 1_000;

/** @param isOnlyWriter whether no other replica stores seasons now */
export function createSeasonCache(db: Database, isOnlyWriter = () => false): SeasonCache {
  let season: Season | null = null;
  /** Number of open and of ended transactions. */
  let [open, ended] = [0, 0];
  let loaded = { since: Number.NEGATIVE_INFINITY, ended: 0 };
  const isTrusted = () =>
    open === 0 &&
    loaded.ended === ended &&
    performance.now() - loaded.since < MAX_TRUSTED_MS &&
    isOnlyWriter();
  const refresh = createSharedRun(async () => {
    const before = { since: performance.now(), ended };
    season = await loadSeason(db, season);
    loaded = before;
    return season;
  });
  return {
    current: () => season,
    refresh,
    async latest() {
      if (season && isTrusted()) return season;
      await waitAtMost(REFRESH_TIMEOUT_MS, refresh()).catch(() => {});
      return season;
    },
    async trackStore(store) {
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
