import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { Workspace } from '../scoring/workspace.ts';
import { type CachedGame, createCachedGames } from './cached-games.ts';
import { catchUp } from './catch-up.ts';
import type { Computing } from './standings-worker.ts';
import type { EntryTable } from './entry-table.ts';
import { isFinished, needsLineups, computeWeight } from './finished-games.ts';
import { collectWhenIdle } from './memory-release.ts';
import { appendNewEntries } from './new-entries.ts';
import { createRefresh, computeCooldownEnd } from './refresh.ts';
import { createSemaphore } from './semaphore.ts';
import { computeStandings, type Standings, buildStandings } from './standings.ts';

/** Standings in memory, by game (docs/decisions/04). Of finished games only as many as fit (`finished-games.ts`). */
export interface StandingsCache {
  /** Standings that include every write acknowledged before this call. */
  get(gameId: string): Promise<Standings>;
  /**
   * Standings for readers. Small games are as of now. Of a large one nobody waits for the computation: what this process
   * or another one wrote is in them within a second.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while the game is being read for the first time
   */
  getForRead(gameId: string): Promise<Standings>;
  /** What is in memory now, however old; null when nothing is. */
  peek(gameId: string): Standings | null;
  /** Runs a transaction of this process that may change a game, or any game (null). */
  track<T>(gameId: string | null, write: () => Promise<T>): Promise<T>;
  /** Runs `use` alone on the entries up to a committed version of the game. */
  withTable<T>(gameId: string, version: number, use: (table: EntryTable) => Promise<T>): Promise<T>;
  /**
   * Brings games up to date ahead of requests; failures are only logged. Where no points have moved, large games wait a
   * moment for those that may follow.
   */
  warm(gameIds: readonly string[], pointsMoved?: boolean): Promise<void>;
  /** Evicts games that were not asked for in a while. */
  evictUnused(): void;
}

/** Entries of a game whose readers wait for a computation: it takes less than a millisecond, and needs no other thread. */
const SMALL = 5_000;
/** How long standings count as those of the database without asking it: other replicas write, too. */
const FOLLOW_MS = 200;
/** When nobody has looked for so long, a reader gives the first look back a moment. */
const IDLE_MS = 1_500;
const FIRST_READ_WAIT_MS = 300;
/** Longest wait for a game that is not in memory. */
const MAX_LOADING_WAIT_MS = 1_000;
/** Finished games that are read at once: they leave connections for those that run. */
const MAX_PARALLEL_LOADS = 2;
const MAX_WAITING_LOADS = 200;

interface StandingsCacheDeps {
  db: Database;
  seasons: Seasons;
  worker: Computing;
  log: Log;
  /** Epoch ms. */
  now: () => number;
  /** Entries of finished games that are kept in memory. */
  maxFinishedEntries: number;
  /** Told of new standings of a large game, which its readers may have missed: they do not wait for them. */
  onRefreshed?: (standings: Standings, onlyNewEntries: boolean) => Promise<void>;
}

export function createStandingsCache(deps: StandingsCacheDeps): StandingsCache {
  const { db, log, now } = deps;
  const games = createCachedGames(deps.maxFinishedEntries, now);
  const update = createUpdate(deps, games);

  /** Queues work on a game; after a failure its table is discarded and read from the start. */
  function queue<T>(gameId: string, game: CachedGame, work: () => Promise<T>): Promise<T> {
    const run = game.tail.then(work).catch((error: unknown) => {
      games.discard(gameId, game);
      throw error;
    });
    game.tail = run.catch(() => undefined);
    return run;
  }

  function of(gameId: string): Promise<Standings> {
    const game = games.use(gameId);
    game.next ??= queue(gameId, game, () => {
      game.next = null;
      return update(gameId, game);
    });
    return game.next;
  }

  const refresh = createRefresh(of, deps);

  async function shown(gameId: string): Promise<Standings> {
    const game = games.use(gameId);
    const { standings } = game;
    if (standings === null) return rejectWhenSlow(of(gameId));
    const age = performance.now() - game.checkedAt;
    const complete = game.included === game.changes && game.writers === 0;
    const sure = complete && age < FOLLOW_MS && now() < standings.validUntil;
    if (sure) return standings;
    if (standings.count <= SMALL) return of(gameId);
    const refreshed = refresh(gameId, game, false);
    if (age > IDLE_MS) await Promise.race([refreshed, sleep(FIRST_READ_WAIT_MS)]);
    return game.standings ?? standings;
  }

  /** After a change of this process: large games are refreshed for their readers, small ones when they are asked for. */
  function changed(gameId: string, game: CachedGame, urgent = false): void {
    game.changes += 1;
    if (game.standings && game.standings.count > SMALL) void refresh(gameId, game, urgent);
  }

  return {
    get: of,
    getForRead: shown,
    peek: (gameId) => games.peek(gameId)?.standings ?? null,
    track: (gameId, write) => trackWriter(games, gameId, write, changed),
    async warm(gameIds, pointsMoved = true) {
      const work = gameIds.map((id) => {
        const game = games.peek(id);
        return game?.standings && game.standings.count > SMALL ? changed(id, game, pointsMoved) : of(id);
      });
      for (const result of await Promise.allSettled(work))
        if (result.status === 'rejected') log.warn({ err: result.reason }, 'standings not updated');
    },
    withTable(gameId, version, use) {
      const game = games.use(gameId);
      return queue(gameId, game, async () => {
        await catchUp(db, game.table, gameId, version);
        return use(game.table);
      });
    },
    evictUnused: games.evictUnused,
  };
}

/** @throws TouchlineError UPSTREAM_UNAVAILABLE when reading the game takes longer than a caller should be held */
async function rejectWhenSlow(reading: Promise<Standings>): Promise<Standings> {
  const late = new AbortController();
  try {
    return await Promise.race([reading, sleep(MAX_LOADING_WAIT_MS, null, late).then(throwLoading)]);
  } finally {
    late.abort();
  }
}

function throwLoading(): never {
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'These standings are being loaded. Please try again.', {
    retryAfter: 1,
  });
}

type CachedGames = ReturnType<typeof createCachedGames>;

/** Counts a transaction as a writer of its games, and says `changed` whether it succeeded or not. */
async function trackWriter<T>(
  games: CachedGames,
  gameId: string | null,
  write: () => Promise<T>,
  changed: (gameId: string, game: CachedGame) => void,
): Promise<T> {
  const ids = () => (gameId === null ? [...games.ids()] : [gameId]);
  const open = ids().flatMap((id) => games.peek(id) ?? []);
  for (const game of open) game.writers += 1;
  try {
    return await write();
  } finally {
    for (const game of open) game.writers -= 1;
    for (const id of ids()) {
      const game = games.peek(id);
      if (game) changed(id, game);
    }
  }
}

/** The step from what is in memory to what the database has. */
function createUpdate({ db, seasons, worker: computing, now }: StandingsCacheDeps, games: CachedGames) {
  const loads = createSemaphore(MAX_PARALLEL_LOADS, MAX_WAITING_LOADS);
  /** Passes over small games do not wait for those over large ones. */
  const workspaces = { small: new Workspace(), large: new Workspace() };

  async function compute(cached: CachedGame, game: StoredGame & { season_version: number }) {
    const { table } = cached;
    games.setWeight(cached, computeWeight(game));
    const season = await seasons.get(game.season, game.season_version);
    await catchUp(
      db,
      table,
      game.id,
      game.version,
      game.settlement !== 'FINAL' || (() => needsLineups(game, season, table, now())),
    );
    games.setWeight(cached, computeWeight(game, table));
    const joined = cached.standings && appendNewEntries(cached.standings, game, season, now());
    if (joined) return joined;
    const since = performance.now();
    const computed = await (table.count > SMALL ? computeLarge : computeSmall)(game, season, table);
    cached.coolsDownUntil = computeCooldownEnd({ since, until: performance.now() }, cached.coolsDownUntil);
    return computed;
  }

  function computeSmall(game: StoredGame, season: Season, table: EntryTable): Promise<Standings> {
    table.workspace = workspaces.small;
    return workspaces.small.run(computeStandings(game, season, table, now()));
  }

  async function computeLarge(game: StoredGame, season: Season, table: EntryTable): Promise<Standings> {
    table.workspace = workspaces.large;
    const computed = await computing.compute(game, season, table, now());
    collectWhenIdle(computed.count);
    return buildStandings(game, season, table, computed);
  }

  return async (gameId: string, cached: CachedGame): Promise<Standings> => {
    const asked = performance.now();
    const { changes } = cached;
    const game = await findGameAndVersions(db, gameId);
    if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
    const { standings } = cached;
    const fresh =
      standings !== null &&
      standings.game.version === game.version &&
      standings.season.version >= game.season_version &&
      now() < standings.validUntil;
    if (!fresh) {
      const work = () => compute(cached, game);
      cached.standings = await (standings === null && isFinished(game) ? loads.run(work) : work());
    }
    cached.checkedAt = asked;
    cached.included = changes;
    return cached.standings!;
  };
}
