import { TouchlineError } from '@touchline/api/errors';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { currentSeasonId, loadSeason, seasonVersion } from './season.store.ts';
import type { Season } from './season.ts';

/** Seasons in memory; what `get` and `current` return is never older than the database. */
export interface Seasons {
  /** @param version at least this one; looked up in the database when missing */
  get(id: string, version?: number): Promise<Season>;
  /** The season that the feed is in; null before the first snapshot. */
  current(): Promise<Season | null>;
  /**
   * The same for many calls: with all that this process has stored, and what another replica has stored 200 ms later at most.
   * Asks the database a few times a second, however many call.
   */
  shown(): Promise<Season | null>;
  /** `get`, as recent as `shown`. */
  recent(id: string): Promise<Season>;
  /** What is in memory, possibly stale. */
  known(id: string): Season | undefined;
  /** Accepts a season loaded inside a transaction that has committed. */
  remember(season: Season): void;
}

/** The error for calls that come before the first snapshot. */
export const footballDataMissing = () =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', 'The football data is not here yet. Please try again.', {
    retryAfter: 2,
  });

/** The least recently loaded season is forgotten, but never the newest, which is the one that runs. */
const MAX_SEASONS = 3;
/** How long a season counts as the database's without asking it. */
const FOLLOW_MS = 200;

export function createSeasons(db: Database, calendar: Calendar): Seasons {
  const known = new Map<string, Season>();
  /** What standings in memory still use: two copies of a season would double what they take. */
  const used = new Map<string, WeakRef<Season>>();
  const inMemory = (id: string) => known.get(id) ?? used.get(id)?.deref();
  const loading = new Map<string, Promise<Season>>();
  const recentlyAsked = new Map<string, { since: number; season: Promise<Season | null> }>();

  /** One load at a time; callers who need a newer version than the running load brings share the next one. */
  async function load(id: string, wanted: number): Promise<Season> {
    await loading.get(id)?.catch(() => undefined);
    const season = inMemory(id);
    if (season && season.version >= wanted) return season;
    return loading.get(id) ?? start(id);
  }

  function start(id: string): Promise<Season> {
    const promise = loadSeason(db, id, calendar, inMemory(id))
      .then(remember)
      .finally(() => loading.delete(id));
    loading.set(id, promise);
    return promise;
  }

  function remember(season: Season): Season {
    const held = inMemory(season.id);
    if (!held) recentlyAsked.clear();
    if (held && held.version > season.version) return held;
    known.delete(season.id);
    known.set(season.id, season);
    used.set(season.id, new WeakRef(season));
    if (known.size > MAX_SEASONS) forgetOldest();
    return season;
  }

  function forgetOldest(): void {
    const newest = [...known.keys()].sort().at(-1);
    for (const id of known.keys()) if (id !== newest) return void known.delete(id);
  }

  /** What `read` brought less than a moment ago, or has been stored by this process since. */
  async function recently(key: string, read: () => Promise<Season | null>): Promise<Season | null> {
    let asked = recentlyAsked.get(key);
    if (!asked || performance.now() - asked.since > FOLLOW_MS) {
      const asking = { since: performance.now(), season: read() };
      const forget = () => recentlyAsked.get(key) === asking && recentlyAsked.delete(key);
      asking.season.then((season) => season ?? forget(), forget);
      recentlyAsked.set(key, asking);
      asked = asking;
    }
    const season = await asked.season;
    return season && (inMemory(season.id) ?? season);
  }

  const seasons: Seasons = {
    known: inMemory,
    remember,
    async get(id, version) {
      const wanted = version ?? (await seasonVersion(db, id)) ?? 0;
      const season = inMemory(id);
      return season && season.version >= wanted ? season : load(id, wanted);
    },
    async current() {
      const id = await currentSeasonId(db);
      return id === null ? null : seasons.get(id);
    },
    shown: () => recently('current', seasons.current),
    recent: async (id) => (await recently(id, () => seasons.get(id)))!,
  };
  return seasons;
}
