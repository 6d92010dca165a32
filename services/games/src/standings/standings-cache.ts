import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { Workspace } from '../scoring/workspace.ts';
import { catchUp, type EntryTable, emptyTable } from './entry-table.ts';
import { type HeldGame, isFinished, scoresLineups, surplusGames, weightOf } from './finished-games.ts';
import { createSlots } from './slots.ts';
import { computeStandings, type Standings } from './standings.ts';

/** Standings in memory, by game; never older than the database. Of finished games only as many as fit (`finished-games.ts`). */
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

interface CachedGame extends HeldGame {
  table: EntryTable;
  standings: Standings | null;
  /** Tail of the queue: work on the table runs one after the other. */
  tail: Promise<unknown>;
  /** An update that has not started yet, shared by everybody who asks before it does. */
  next: Promise<Standings> | null;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;
/** Finished games that are read at once: they leave connections for those that run. */
const READ_AT_ONCE = 2;
const MOST_WAITING = 200;

interface StandingsCacheDeps {
  db: Database;
  seasons: Seasons;
  log: Log;
  /** Epoch ms. */
  now: () => number;
  /** Entries of finished games that are kept in memory. */
  mostFinished: number;
}

export function createStandingsCache({
  db,
  seasons,
  log,
  now,
  mostFinished,
}: StandingsCacheDeps): StandingsCache {
  const memory = createMemory(mostFinished, now);
  const reads = createSlots(READ_AT_ONCE, MOST_WAITING);

  /** Queues work on a game; after a failure its table is discarded and read from the start. */
  function queue<T>(gameId: string, game: CachedGame, work: () => Promise<T>): Promise<T> {
    const run = game.tail.then(work).catch((error: unknown) => {
      memory.discard(gameId, game);
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
    const work = () => compute(cachedGame, game);
    return standings === null && isFinished(game) ? reads.run(work) : work();
  }

  async function compute(
    cachedGame: CachedGame,
    game: StoredGame & { season_version: number },
  ): Promise<Standings> {
    const { table } = cachedGame;
    memory.weigh(cachedGame, weightOf(game));
    const season = await seasons.get(game.season, game.season_version);
    await catchUp(db, table, game.id, game.version, () => scoresLineups(game, season, table, now()));
    memory.weigh(cachedGame, weightOf(game, table));
    cachedGame.standings = computeStandings(game, season, table, now());
    return cachedGame.standings;
  }

  function of(gameId: string): Promise<Standings> {
    const game = memory.of(gameId);
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
      const game = memory.of(gameId);
      return queue(gameId, game, async () => {
        await catchUp(db, game.table, gameId, version);
        return use(game.table);
      });
    },
    evictUnused: memory.evictUnused,
  };
}

/** The games in memory; room for finished ones is limited. */
function createMemory(mostFinished: number, now: () => number) {
  const games = new Map<string, CachedGame>();
  const workspace = new Workspace();
  let uses = 0;
  const unread = () => ({ table: emptyTable(workspace), standings: null, weight: 0 });
  return {
    /** The game, which has been used now. */
    of(id: string): CachedGame {
      const game = games.get(id) ?? {
        ...unread(),
        tail: Promise.resolve(),
        next: null,
        usedAt: 0,
        lastUse: 0,
      };
      games.set(id, game);
      game.usedAt = now();
      game.lastUse = ++uses;
      return game;
    },
    weigh(game: CachedGame, weight: number): void {
      game.weight = weight;
      if (weight > 0) for (const id of surplusGames(games, mostFinished, game)) games.delete(id);
    },
    discard(id: string, game: CachedGame): void {
      Object.assign(game, unread());
      if (games.get(id) === game) games.delete(id);
    },
    evictUnused(): void {
      for (const [id, game] of games) if (now() - game.usedAt > UNUSED_MS) games.delete(id);
    },
  };
}
