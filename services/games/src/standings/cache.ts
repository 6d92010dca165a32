import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import { waitAtMost } from '@touchline/service-kit/process/shared-work';
import type { Standings, StandingsEngine } from '@touchline/standings/standings';
import pLimit from 'p-limit';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { findGameAndVersions } from '../games/games.store.ts';
import type { Resources } from '../games/games-context.ts';
import {
  type CachedGame,
  type CachedGames,
  computeWeight,
  createCachedGames,
  type GameStandings,
  isFinished,
} from './cached-games.ts';
import { load } from './load.ts';
import { computeCooldownEnd, createRefresh } from './refresh.ts';

/** In-memory standings by game (docs/decisions/04). The memory of finished games is limited (`cached-games.ts`). */
export interface StandingsCache {
  /** Returns standings that include every write acknowledged before this call. */
  get(gameId: string): Promise<GameStandings>;
  /**
   * Returns standings for a client. Those of small games are current. Those of large games include writes of any replica within a
   * second, so that clients do not wait for a computation.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while the game is being loaded for the first time
   */
  getForRead(gameId: string): Promise<GameStandings>;
  /** Runs a transaction of this process that may change a game, or any game (null). */
  track<T>(gameId: string | null, write: () => Promise<T>): Promise<T>;
  /** Runs `use` with exclusive access to standings that are loaded up to a committed version of the game. */
  withLoaded<T>(gameId: string, version: number, use: (standings: Standings) => Promise<T>): Promise<T>;
  /**
   * Refreshes games ahead of requests; failures are only logged. Unless points have changed, large games wait briefly for
   * further changes.
   */
  warm(gameIds: readonly string[], pointsMoved?: boolean): Promise<void>;
  /** Evicts games that have not been used recently. */
  evictUnused(): void;
}

/** Up to this many entries clients wait for a computation. */
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

interface StandingsCacheDeps extends Pick<Resources, 'db' | 'readDb' | 'log' | 'now'> {
  seasons: Seasons;
  engine: StandingsEngine;
  /** Maximum number of entries of finished games in memory. */
  maxFinishedEntries: number;
}

export function createStandingsCache(deps: StandingsCacheDeps): StandingsCache {
  const { readDb, log, now } = deps;
  const games = createCachedGames(deps, now);
  const update = createUpdate(deps, games);

  /** Queues work on a game. After a failure its standings are discarded and will be reloaded. */
  const queue = <T>(gameId: string, game: CachedGame, work: () => Promise<T>): Promise<T> =>
    game.inTurn(() =>
      work().catch((error: unknown) => {
        games.discard(gameId, game);
        throw error;
      }),
    );

  function get(gameId: string): Promise<GameStandings> {
    const game = games.use(gameId);
    game.next ??= queue(gameId, game, () => {
      game.next = null;
      return update(gameId, game);
    });
    return game.next;
  }

  const refresh = createRefresh(get, deps);

  async function getForRead(gameId: string): Promise<GameStandings> {
    const game = games.use(gameId);
    const { standings } = game;
    if (standings === null) return rejectWhenSlow(get(gameId));
    const age = performance.now() - game.checkedAt;
    const complete = game.included === game.changes && game.writers === 0;
    const current = complete && age < MAX_STALE_MS && now() < standings.summary.valid_until;
    if (current) return standings;
    if (standings.summary.entries <= SMALL) return get(gameId);
    const refreshed = refresh(gameId, game, false);
    if (age > IDLE_MS) await waitAtMost(FIRST_READ_WAIT_MS, refreshed);
    return game.standings ?? standings;
  }

  /** Handles a change by this process. Large games are refreshed in the background, small ones on the next request. */
  function handleChange(gameId: string, game: CachedGame, urgent = false): void {
    game.changes += 1;
    if (isLarge(game)) void refresh(gameId, game, urgent);
  }

  async function warm(gameIds: readonly string[], pointsMoved = true): Promise<void> {
    const work = gameIds.map((id) => {
      const game = games.peek(id);
      return game && isLarge(game) ? handleChange(id, game, pointsMoved) : get(id);
    });
    for (const result of await Promise.allSettled(work))
      if (result.status === 'rejected')
        log.warn({ err: result.reason }, 'standings update failed; the next request retries it');
  }

  return {
    get,
    getForRead,
    track: (gameId, write) => trackWriter(games, gameId, write, handleChange),
    warm,
    withLoaded(gameId, version, use) {
      const game = games.use(gameId);
      return queue(gameId, game, async () => {
        await loadUpTo(readDb, game, gameId, version);
        return use(game.ranking);
      });
    },
    evictUnused: games.evictUnused,
  };
}

const isLarge = ({ standings }: CachedGame) => standings !== null && standings.summary.entries > SMALL;

/** Waits for a game to load. @throws TouchlineError UPSTREAM_UNAVAILABLE after `MAX_LOADING_WAIT_MS` */
async function rejectWhenSlow(reading: Promise<GameStandings>): Promise<GameStandings> {
  const standings = await waitAtMost(MAX_LOADING_WAIT_MS, reading);
  if (standings) return standings;
  throw createBusyError('This leaderboard is still loading. Please try again in a moment.', 1);
}

const createBusyError = (message: string, retryAfter: number) =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', message, { retryAfter });

/** Counts a transaction as a writer of its games and calls `onChange` after it, even if it failed. */
async function trackWriter<T>(
  games: CachedGames,
  gameId: string | null,
  write: () => Promise<T>,
  onChange: (gameId: string, game: CachedGame) => void,
): Promise<T> {
  const ids = () => (gameId === null ? games.ids() : [gameId]);
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

async function loadUpTo(db: Database, cached: CachedGame, gameId: string, version: number): Promise<void> {
  await load(db, cached.ranking, gameId, cached.version, version);
  cached.version = Math.max(cached.version, version);
}

/** Creates the function that updates standings in memory to the state of the database. */
function createUpdate({ readDb, seasons, now }: StandingsCacheDeps, games: CachedGames) {
  const loads = pLimit(MAX_PARALLEL_LOADS);

  async function compute(cached: CachedGame, game: StoredGame & { season_version: number }) {
    const { ranking } = cached;
    games.setWeight(game.id, cached, computeWeight(game, game.participants));
    const season = await seasons.get(game.season, game.season_version);
    await loadUpTo(readDb, cached, game.id, game.version);
    games.setWeight(game.id, cached, computeWeight(game, ranking.entries, ranking.lineups));
    const since = performance.now();
    const summary = await ranking.compute({ season, game, now: now() });
    cached.coolsDownUntil = computeCooldownEnd({ since, until: performance.now() }, cached.coolsDownUntil);
    const wasPublished = cached.standings?.summary === cached.published;
    cached.onlyAppended = summary.only_appended && (wasPublished || cached.onlyAppended);
    cached.published ??= summary;
    cached.moved += summary.moved;
    return { game, season, ranking, summary, moved: cached.moved };
  }

  return async (gameId: string, cached: CachedGame): Promise<GameStandings> => {
    const startedAt = performance.now();
    const { changes } = cached;
    const game = await findGameAndVersions(readDb, gameId);
    if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
    const { standings } = cached;
    const fresh =
      standings !== null &&
      standings.game.version === game.version &&
      standings.season.version >= game.season_version &&
      now() < standings.summary.valid_until;
    if (!fresh) {
      const work = () => compute(cached, game);
      if (standings !== null || !isFinished(game)) cached.standings = await work();
      else if (loads.pendingCount >= MAX_WAITING_LOADS)
        throw createBusyError('Past leaderboards are busy loading. Please try again in a moment.', 2);
      else cached.standings = await loads(work);
    }
    cached.checkedAt = startedAt;
    cached.included = changes;
    return cached.standings!;
  };
}
