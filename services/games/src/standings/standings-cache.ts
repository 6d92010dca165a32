import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import type { Log } from '@touchline/service-kit/process/log';
import type { Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import { Workspace } from '../scoring/workspace.ts';
import { type CachedGame, createCachedGames } from './cached-games.ts';
import { catchUp } from './catch-up.ts';
import type { EntryTable } from './entry-table.ts';
import { computeWeight, isFinished, needsLineups } from './finished-games.ts';
import { collectWhenIdle } from './memory-release.ts';
import { appendNewEntries } from './new-entries.ts';
import { computeCooldownEnd, createRefresh } from './refresh.ts';
import { createSemaphore } from './semaphore.ts';
import { buildStandings, computeStandings, type Standings } from './standings.ts';
import type { StandingsWorker } from './standings-worker.ts';

/** In-memory standings by game (docs/decisions/04). The memory of finished games is limited (`finished-games.ts`). */
export interface StandingsCache {
  /** Returns standings that include every write acknowledged before this call. */
  get(gameId: string): Promise<Standings>;
  /**
   * Returns standings for a client. Those of small games are current. Those of large games include writes of any replica within a
   * second, so that clients do not wait for a computation.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while the game is being loaded for the first time
   */
  getForRead(gameId: string): Promise<Standings>;
  /** Returns the standings in memory, regardless of age; null when there are none. */
  peek(gameId: string): Standings | null;
  /** Runs a transaction of this process that may change a game, or any game (null). */
  track<T>(gameId: string | null, write: () => Promise<T>): Promise<T>;
  /** Runs `use` with exclusive access to the entries up to a committed version of the game. */
  withTable<T>(gameId: string, version: number, use: (table: EntryTable) => Promise<T>): Promise<T>;
  /**
   * Refreshes games ahead of requests; failures are only logged. Unless points have changed, large games wait briefly for
   * further changes.
   */
  warm(gameIds: readonly string[], pointsMoved?: boolean): Promise<void>;
  /** Evicts games that have not been used recently. */
  evictUnused(): void;
}

/** Up to this many entries a game is computed on the main thread, and clients wait for it. */
const SMALL = 5_000;
/** Maximum age of standings before the database is queried again for writes of other replicas. */
const MAX_STALE_MS = 200;
/** After `IDLE_MS` without a check, the next client waits up to `FIRST_READ_WAIT_MS` for a refresh. */
const IDLE_MS = 1_500;
const FIRST_READ_WAIT_MS = 300;
/** Maximum wait for a game that is not in memory. */
const MAX_LOADING_WAIT_MS = 1_000;
/** Finished games that are loaded concurrently; leaves connections for running games. */
const MAX_PARALLEL_LOADS = 2;
const MAX_WAITING_LOADS = 200;

interface StandingsCacheDeps {
  db: Database;
  seasons: Seasons;
  worker: StandingsWorker;
  log: Log;
  /** Epoch ms. */
  now: () => number;
  /** Maximum number of entries of finished games in memory. */
  maxFinishedEntries: number;
  /** Called with new standings of a large game, for clients that received older ones. */
  onRefreshed?: (standings: Standings, onlyNewEntries: boolean) => Promise<void>;
}

export function createStandingsCache(deps: StandingsCacheDeps): StandingsCache {
  const { db, log, now } = deps;
  const games = createCachedGames(deps.maxFinishedEntries, now);
  const update = createUpdate(deps, games);

  /** Queues work on a game. After a failure its table is discarded and will be reloaded. */
  function queue<T>(gameId: string, game: CachedGame, work: () => Promise<T>): Promise<T> {
    const run = game.tail.then(work).catch((error: unknown) => {
      games.discard(gameId, game);
      throw error;
    });
    game.tail = run.catch(() => undefined);
    return run;
  }

  function get(gameId: string): Promise<Standings> {
    const game = games.use(gameId);
    game.next ??= queue(gameId, game, () => {
      game.next = null;
      return update(gameId, game);
    });
    return game.next;
  }

  const refresh = createRefresh(get, deps);

  async function getForRead(gameId: string): Promise<Standings> {
    const game = games.use(gameId);
    const { standings } = game;
    if (standings === null) return rejectWhenSlow(get(gameId));
    const age = performance.now() - game.checkedAt;
    const complete = game.included === game.changes && game.writers === 0;
    const current = complete && age < MAX_STALE_MS && now() < standings.validUntil;
    if (current) return standings;
    if (standings.count <= SMALL) return get(gameId);
    const refreshed = refresh(gameId, game, false);
    if (age > IDLE_MS) await Promise.race([refreshed, sleep(FIRST_READ_WAIT_MS)]);
    return game.standings ?? standings;
  }

  /** Handles a change by this process. Large games are refreshed in the background, small ones on the next request. */
  function handleChange(gameId: string, game: CachedGame, urgent = false): void {
    game.changes += 1;
    if (game.standings && game.standings.count > SMALL) void refresh(gameId, game, urgent);
  }

  return {
    get,
    getForRead,
    peek: (gameId) => games.peek(gameId)?.standings ?? null,
    track: (gameId, write) => trackWriter(games, gameId, write, handleChange),
    async warm(gameIds, pointsMoved = true) {
      const work = gameIds.map((id) => {
        const game = games.peek(id);
        return game?.standings && game.standings.count > SMALL
          ? handleChange(id, game, pointsMoved)
          : get(id);
      });
      for (const result of await Promise.allSettled(work))
        if (result.status === 'rejected')
          log.warn({ err: result.reason }, 'standings update failed; the next request retries it');
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

/** Waits for a game to load. @throws TouchlineError UPSTREAM_UNAVAILABLE after `MAX_LOADING_WAIT_MS` */
async function rejectWhenSlow(reading: Promise<Standings>): Promise<Standings> {
  const late = new AbortController();
  try {
    return await Promise.race([reading, sleep(MAX_LOADING_WAIT_MS, null, late).then(throwLoading)]);
  } finally {
    late.abort();
  }
}

function throwLoading(): never {
  throw new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'This leaderboard is still loading. Please try again in a moment.',
    { retryAfter: 1 },
  );
}

type CachedGames = ReturnType<typeof createCachedGames>;

/** Counts a transaction as a writer of its games and calls `onChange` after it, even if it failed. */
async function trackWriter<T>(
  games: CachedGames,
  gameId: string | null,
  write: () => Promise<T>,
  onChange: (gameId: string, game: CachedGame) => void,
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
      if (game) onChange(id, game);
    }
  }
}

/** Creates the function that updates standings in memory to the state of the database. */
function createUpdate({ db, seasons, worker, now }: StandingsCacheDeps, games: CachedGames) {
  const loads = createSemaphore(MAX_PARALLEL_LOADS, MAX_WAITING_LOADS);
  /** Separate workspaces, so that small games do not wait for large ones. */
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
    const computed = await worker.compute(game, season, table, now());
    collectWhenIdle(computed.count);
    return buildStandings(game, season, table, computed);
  }

  return async (gameId: string, cached: CachedGame): Promise<Standings> => {
    const startedAt = performance.now();
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
    cached.checkedAt = startedAt;
    cached.included = changes;
    return cached.standings!;
  };
}
