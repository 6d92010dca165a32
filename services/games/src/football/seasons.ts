import type { Calendar } from '@touchline/rules/calendar';
import type { Knex } from 'knex';
import { currentSeasonName, loadSeason, seasonVersion } from './season.store.ts';
import type { Season } from './season.ts';

/** The seasons in memory, never older than the database when asked. */
export interface Seasons {
  /** @param version what the caller has read from the database; without it that is looked up. */
  get(season: string, version?: number): Promise<Season>;
  /** The season that the feed speaks of; null before the first snapshot. */
  current(): Promise<Season | null>;
  /** What is in memory, however old. */
  known(season: string): Season | undefined;
  /** Takes a season that was loaded inside a transaction, after it has committed. */
  remember(season: Season): void;
}

/** Few seasons matter at a time; the oldest is forgotten and read again when somebody asks. */
const KEPT = 3;

export function createSeasons(db: Knex, calendar: Calendar): Seasons {
  const known = new Map<string, Season>();
  const loading = new Map<string, Promise<Season>>();

  /** One load at a time: whoever needs a newer state than the running one brings waits for the next, together. */
  async function load(name: string, wanted: number): Promise<Season> {
    await loading.get(name)?.catch(() => undefined);
    const season = known.get(name);
    if (season && season.version >= wanted) return season;
    return loading.get(name) ?? start(name);
  }

  function start(name: string): Promise<Season> {
    const promise = loadSeason(db, name, calendar, known.get(name))
      .then(remember)
      .finally(() => loading.delete(name));
    loading.set(name, promise);
    return promise;
  }

  function remember(season: Season): Season {
    const held = known.get(season.id);
    if (held && held.version > season.version) return held;
    known.delete(season.id);
    known.set(season.id, season);
    const oldest = known.keys().next().value;
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    return season;
  }

  const seasons: Seasons = {
    known: (name) => known.get(name),
    remember,
    async get(name, version) {
      const wanted = version ?? (await seasonVersion(db, name)) ?? 0;
      const season = known.get(name);
      return season && season.version >= wanted ? season : load(name, wanted);
    },
    async current() {
      const name = await currentSeasonName(db);
      return name === null ? null : seasons.get(name);
    },
  };
  return seasons;
}
