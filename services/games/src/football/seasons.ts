import type { Calendar } from '@touchline/rules/calendar';
import type { Season } from '@touchline/rules/season';
import type { Database } from '@touchline/service-kit/data/database';
import { createSharedRun, createTimedRead } from '@touchline/service-kit/process/shared-work';
import { LRUCache } from 'lru-cache';
import { findCurrentSeasonId, findSeasonVersion, loadSeason } from './season.store.ts';

/** Seasons in memory. `get` and `getCurrent` never return data older than the database. */
export interface Seasons {
  /** @param version lowest acceptable version; read from the database when missing */
  get(id: string, version?: number): Promise<Season>;
  /** The feed's current season; null before the first snapshot. */
  getCurrent(): Promise<Season | null>;
  /**
   * Like `getCurrent`, with a load on the database that does not depend on the number of calls. Includes everything that this
   * process has stored; writes of other replicas are up to 200 ms late.
   */
  getRecentCurrent(): Promise<Season | null>;
  /** Like `get`, as recent as `getRecentCurrent`. */
  getRecent(id: string): Promise<Season>;
  /** The season in memory, possibly stale. */
  peek(id: string): Season | undefined;
  /** Stores a season that was loaded in a committed transaction. */
  remember(season: Season): void;
}

/** Beyond this the least recently used season is evicted. */
const MAX_SEASONS = 3;
/** Longest time for which a season is used without checking its version in the database. */
const MAX_STALE_MS = 200;

export function createSeasons(db: Database, calendar: Calendar): Seasons {
  const cache = new LRUCache<string, Season>({ max: MAX_SEASONS });
  /** Evicted seasons that standings still use. Finding them here avoids a second copy in memory. */
  const references = new Map<string, WeakRef<Season>>();
  const peek = (id: string) => cache.get(id) ?? references.get(id)?.deref();
  const loads = new LRUCache({
    max: MAX_SEASONS,
    memoMethod: (id: string) =>
      createSharedRun(async () => remember(await loadSeason(db, id, calendar, peek(id)))),
  });
  const recent = new LRUCache({
    max: MAX_SEASONS,
    memoMethod: (id: string) => createTimedRead(MAX_STALE_MS, () => seasons.get(id)),
  });
  const recentCurrent = createTimedRead(MAX_STALE_MS, () => seasons.getCurrent());
  /** Returns the season in memory, which this process may have stored since a read started. */
  const findLatest = (season: Season) => peek(season.id) ?? season;

  function remember(season: Season): Season {
    const cached = peek(season.id);
    if (!cached) recentCurrent.forget();
    if (cached && cached.version > season.version) return cached;
    cache.set(season.id, season);
    references.set(season.id, new WeakRef(season));
    return season;
  }

  const seasons: Seasons = {
    peek,
    remember,
    async get(id, version) {
      const minVersion = version ?? (await findSeasonVersion(db, id)) ?? 0;
      const season = peek(id);
      return season && season.version >= minVersion ? season : loads.memo(id)();
    },
    async getCurrent() {
      const id = await findCurrentSeasonId(db);
      return id === null ? null : seasons.get(id);
    },
    async getRecentCurrent() {
      const season = await recentCurrent.read();
      return season && findLatest(season);
    },
    getRecent: async (id) => findLatest(await recent.memo(id).read()),
  };
  return seasons;
}
