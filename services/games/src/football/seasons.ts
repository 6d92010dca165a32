import type { Calendar } from '@touchline/rules/calendar';
import type { Season } from '@touchline/rules/season';
import type { Database } from '@touchline/service-kit/data/database';
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
  const loading = new Map<string, Promise<Season>>();
  const recentReads = new Map<string, { startedAt: number; season: Promise<Season | null> }>();

  /** Runs one load at a time. Callers that need a newer version than the running load returns share the next load. */
  async function load(id: string, minVersion: number): Promise<Season> {
    await loading.get(id)?.catch(() => undefined);
    const season = peek(id);
    if (season && season.version >= minVersion) return season;
    return loading.get(id) ?? startLoad(id);
  }

  function startLoad(id: string): Promise<Season> {
    const promise = loadSeason(db, id, calendar, peek(id))
      .then(remember)
      .finally(() => loading.delete(id));
    loading.set(id, promise);
    return promise;
  }

  function remember(season: Season): Season {
    const cached = peek(season.id);
    if (!cached) recentReads.clear();
    if (cached && cached.version > season.version) return cached;
    cache.set(season.id, season);
    references.set(season.id, new WeakRef(season));
    return season;
  }

  /** Reuses a read for `MAX_STALE_MS`. Returns the season in memory when this process has stored a newer one since. */
  async function readRecently(key: string, read: () => Promise<Season | null>): Promise<Season | null> {
    let recent = recentReads.get(key);
    if (!recent || performance.now() - recent.startedAt > MAX_STALE_MS) {
      const started = { startedAt: performance.now(), season: read() };
      const forget = () => recentReads.get(key) === started && recentReads.delete(key);
      started.season.then((season) => season ?? forget(), forget);
      recentReads.set(key, started);
      recent = started;
    }
    const season = await recent.season;
    return season && (peek(season.id) ?? season);
  }

  const seasons: Seasons = {
    peek,
    remember,
    async get(id, version) {
      const minVersion = version ?? (await findSeasonVersion(db, id)) ?? 0;
      const season = peek(id);
      return season && season.version >= minVersion ? season : load(id, minVersion);
    },
    async getCurrent() {
      const id = await findCurrentSeasonId(db);
      return id === null ? null : seasons.get(id);
    },
    getRecentCurrent: () => readRecently('current', seasons.getCurrent),
    getRecent: async (id) => (await readRecently(id, () => seasons.get(id)))!,
  };
  return seasons;
}
