import { TouchlineError } from '@touchline/api/errors';
import type { Log } from '@touchline/service-kit/log';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { catchUp, type EntryTable, emptyTable } from './entry-table.ts';
import { computeStandings, type Standings } from './standings.ts';

/** The standings of every game that somebody looks at, kept in memory and never older than the database. */
export interface StandingsCache {
  /** The standings as of now or later: whatever was acknowledged before this call is in them. */
  of(gameId: string): Promise<Standings>;
  /** The entries up to a version of the game that is committed, for as long as `use` runs alone on them. */
  withTable<T>(gameId: string, version: number, use: (table: EntryTable) => Promise<T>): Promise<T>;
  /** Brings games up to date before somebody asks; only for speed, so a failure is only told. */
  warm(gameIds: readonly string[]): Promise<void>;
  /** Forgets the games that nobody has looked at for a while. */
  forgetUnused(): void;
}

interface CachedGame {
  table: EntryTable;
  standings: Standings | null;
  /** Everything on the table happens one after the other. */
  last: Promise<unknown>;
  /** A look that has not begun yet: everybody who comes now shares it. */
  next: Promise<Standings> | null;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;

export function createStandingsCache(
  db: Knex,
  seasons: Seasons,
  log: Log,
  now: () => number,
): StandingsCache {
  const games = new Map<string, CachedGame>();

  function cachedGame(gameId: string): CachedGame {
    const known = games.get(gameId);
    if (known) {
      known.usedAt = now();
      return known;
    }
    const cached: CachedGame = {
      table: emptyTable(),
      standings: null,
      last: Promise.resolve(),
      next: null,
      usedAt: now(),
    };
    games.set(gameId, cached);
    return cached;
  }

  /** Runs after whatever is going on with this cached; after a failure it is forgotten and read anew. */
  function alone<T>(gameId: string, cached: CachedGame, work: () => Promise<T>): Promise<T> {
    const run = cached.last.then(work).catch((error: unknown) => {
      cached.table = emptyTable();
      cached.standings = null;
      if (games.get(gameId) === cached) games.delete(gameId);
      throw error;
    });
    cached.last = run.catch(() => undefined);
    return run;
  }

  async function look(gameId: string, cached: CachedGame): Promise<Standings> {
    const game = await findGameAndVersions(db, gameId);
    if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
    const { standings } = cached;
    const fresh =
      standings !== null &&
      standings.game.version === game.version &&
      standings.season.version >= game.season_version &&
      now() < standings.validUntil;
    if (fresh) return standings;
    const season = await seasons.get(game.season, game.season_version);
    await catchUp(db, cached.table, gameId, game.version);
    cached.standings = computeStandings(game, season, cached.table, now());
    return cached.standings;
  }

  function of(gameId: string): Promise<Standings> {
    const cached = cachedGame(gameId);
    cached.next ??= alone(gameId, cached, () => {
      cached.next = null;
      return look(gameId, cached);
    });
    return cached.next;
  }

  return {
    of,
    async warm(gameIds) {
      const looks = await Promise.allSettled(gameIds.map(of));
      for (const look of looks)
        if (look.status === 'rejected') log.warn({ err: look.reason }, 'standings not brought up to date');
    },
    withTable(gameId, version, use) {
      const cached = cachedGame(gameId);
      return alone(gameId, cached, async () => {
        await catchUp(db, cached.table, gameId, version);
        return use(cached.table);
      });
    },
    forgetUnused() {
      for (const [id, cached] of games) if (now() - cached.usedAt > UNUSED_MS) games.delete(id);
    },
  };
}
