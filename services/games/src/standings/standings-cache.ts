import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Seasons } from '../football/seasons.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { Workspace } from '../scoring/workspace.ts';
import { catchUp, type EntryTable, emptyTable } from './entry-table.ts';
import { computeStandings, type Standings } from './standings.ts';

/** Standings in memory, by game; never older than the database. */
export interface StandingsCache {
  /** Standings that include every write acknowledged before this call. */
  of(gameId: string): Promise<Standings>;
  /** Runs `use` alone on the entries up to a committed version of the game. */
  withTable<T>(gameId: string, version: number, use: (table: EntryTable) => Promise<T>): Promise<T>;
  /** Brings games up to date ahead of requests; failures are only logged. */
  warm(gameIds: readonly string[]): Promise<void>;
  /** Evicts games that were not asked for in a while. */
  evictUnused(): void;
}

interface CachedGame {
  table: EntryTable;
  standings: Standings | null;
  /** Tail of the queue: work on the table runs one after the other. */
  tail: Promise<unknown>;
  /** An update that has not started yet, shared by everybody who asks before it does. */
  next: Promise<Standings> | null;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;

export function createStandingsCache(
  db: Database,
  seasons: Seasons,
  log: Log,
  now: () => number,
): StandingsCache {
  const games = new Map<string, CachedGame>();
  const workspace = new Workspace();

  function cached(gameId: string): CachedGame {
    let game = games.get(gameId);
    if (!game) {
      const table = emptyTable(workspace);
      game = { table, standings: null, tail: Promise.resolve(), next: null, usedAt: now() };
      games.set(gameId, game);
    }
    game.usedAt = now();
    return game;
  }

  /** Queues work on a game; after a failure its table is discarded and read from the start. */
  function queue<T>(gameId: string, game: CachedGame, work: () => Promise<T>): Promise<T> {
    const run = game.tail.then(work).catch((error: unknown) => {
      game.table = emptyTable(workspace);
      game.standings = null;
      if (games.get(gameId) === game) games.delete(gameId);
      throw error;
    });
    game.tail = run.catch(() => undefined);
    return run;
  }

  async function update(gameId: string, cachedGame: CachedGame): Promise<Standings> {
    const game = await findGameAndVersions(db, gameId);
    if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
    const { standings } = cachedGame;
    const fresh =
      standings !== null &&
      standings.game.version === game.version &&
      standings.season.version >= game.season_version &&
      now() < standings.validUntil;
    if (fresh) return standings;
    const season = await seasons.get(game.season, game.season_version);
    await catchUp(db, cachedGame.table, gameId, game.version);
    cachedGame.standings = computeStandings(game, season, cachedGame.table, now());
    return cachedGame.standings;
  }

  function of(gameId: string): Promise<Standings> {
    const game = cached(gameId);
    game.next ??= queue(gameId, game, () => {
      game.next = null;
      return update(gameId, game);
    });
    return game.next;
  }

  return {
    of,
    async warm(gameIds) {
      for (const result of await Promise.allSettled(gameIds.map(of)))
        if (result.status === 'rejected') log.warn({ err: result.reason }, 'standings not updated');
    },
    withTable(gameId, version, use) {
      const game = cached(gameId);
      return queue(gameId, game, async () => {
        await catchUp(db, game.table, gameId, version);
        return use(game.table);
      });
    },
    evictUnused() {
      for (const [id, game] of games) if (now() - game.usedAt > UNUSED_MS) games.delete(id);
    },
  };
}
