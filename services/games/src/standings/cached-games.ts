import type { Season } from '@touchline/rules/season';
import type { Standings, StandingsEngine, Summary } from '@touchline/standings/standings';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { StoredGame } from '../games/game.ts';

/** Standings of a game as of one computation. Rows of `ranking` may be newer. */
export interface GameStandings {
  game: StoredGame;
  season: Season;
  summary: Summary;
  ranking: Standings;
  /** Sum of `summary.moved` since the game was loaded. */
  moved: number;
}

/** A game in memory. Times are those of `performance.now()`. */
export interface CachedGame {
  ranking: Standings;
  /** Version of the game up to which `ranking` is loaded. */
  version: number;
  standings: GameStandings | null;
  /** Queue of work on the ranking. */
  inTurn: LimitFunction;
  /** Update that has not started yet; all callers until then share it. */
  next: Promise<GameStandings> | null;
  /** Background refresh; aborting `hurry` ends its pause. */
  refresh: { done: Promise<void>; hurry: AbortController } | null;
  /** Points may have changed since the last refresh started. */
  urgent: boolean;
  /** Summary of the standings that clients know: those that were loaded first, then those of each event. */
  published: Summary | null;
  /** True while all computations since the published standings have only added entries. */
  onlyAppended: boolean;
  /** See `GameStandings.moved`. */
  moved: number;
  /** Time at which the standings matched the database. */
  checkedAt: number;
  /** Number of transactions of this process that may have changed the game, and how many of them the standings include. */
  changes: number;
  included: number;
  /** Running transactions of this process that may change the game. */
  writers: number;
  /** Earliest start of the next computation (see `computeCooldownEnd`). */
  coolsDownUntil: number;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;
/** Weight of a game without its entries. */
const GAME_WEIGHT = 100;
/** Lineups that weigh as much as one entry. */
const LINEUPS_PER_ENTRY = 3;

/** Returns true when standings can no longer change. A game cancelled for lack of fixtures may reopen when they return. */
export const isFinished = ({ settlement, status }: StoredGame) =>
  settlement === 'FINAL' || status === 'CANCELLED';

/** Computes the weight of a finished game in entries; 0 while its standings can still change. */
export const computeWeight = (game: StoredGame, entries: number, lineups = 0): number =>
  isFinished(game) ? GAME_WEIGHT + entries + Math.ceil(lineups / LINEUPS_PER_ENTRY) : 0;

export type CachedGames = ReturnType<typeof createCachedGames>;

/**
 * Creates the cache of games. Guests may request any finished game, and their number grows every week, so the total weight of
 * finished games is limited and the least recently used are evicted. Games that can still change are few and do not count. Any game
 * is evicted when it is no longer requested.
 */
export function createCachedGames(
  { engine, maxFinishedEntries }: { engine: StandingsEngine; maxFinishedEntries: number },
  now: () => number,
) {
  const maxSize = Math.max(1, maxFinishedEntries);
  const running = new Map<string, CachedGame>();
  const finished = new LRUCache<string, CachedGame>({ maxSize });
  const emptyState = () => ({ ranking: engine.create(), version: -1, standings: null, moved: 0 });
  return {
    ids: (): string[] => [...running.keys(), ...finished.keys()],
    peek: (id: string): CachedGame | undefined => running.get(id) ?? finished.peek(id),
    /** Returns the game, created if missing, and marks it as used. */
    use(id: string): CachedGame {
      const known = running.get(id) ?? finished.get(id);
      const game = known ?? {
        ...emptyState(),
        inTurn: pLimit(1),
        next: null,
        refresh: null,
        urgent: false,
        published: null,
        onlyAppended: true,
        checkedAt: 0,
        changes: 0,
        included: 0,
        writers: 0,
        coolsDownUntil: 0,
        usedAt: 0,
      };
      if (!known) running.set(id, game);
      game.usedAt = now();
      return game;
    },
    /** Sets the weight of a game. One game may exceed the limit. */
    setWeight(id: string, game: CachedGame, weight: number): void {
      const size = Math.min(weight, maxSize);
      // An unchanged weight keeps the order of use, although concurrent checks of games end in any order.
      if (finished.info(id)?.size === size) return;
      finished.delete(id);
      if (weight === 0) running.set(id, game);
      else {
        running.delete(id);
        finished.set(id, game, { size });
      }
    },
    discard(id: string, game: CachedGame): void {
      Object.assign(game, emptyState());
      if (running.get(id) === game) running.delete(id);
      if (finished.peek(id) === game) finished.delete(id);
    },
    evictUnused(): void {
      const isUnused = (game: CachedGame) => now() - game.usedAt > UNUSED_MS;
      for (const [id, game] of running) if (isUnused(game)) running.delete(id);
      for (const [id, game] of finished.entries()) if (isUnused(game)) finished.delete(id);
    },
  };
}

/**
 * Creates a cache of results that belong to a version, such as the standings of one computation. They are released with their version;
 * failures are not kept. A result of a key replaces the one of another state.
 * @param max keys per version
 */
export function createVersionCache<V extends object, T>(max: number) {
  const results = new WeakMap<V, LRUCache<string, { state: string; result: Promise<T> }>>();
  return (version: V, key: string, build: () => Promise<T>, state = ''): Promise<T> => {
    const known =
      results.get(version) ?? new LRUCache<string, { state: string; result: Promise<T> }>({ max });
    results.set(version, known);
    const cached = known.get(key);
    if (cached?.state === state) return cached.result;
    const built = { state, result: build() };
    known.set(key, built);
    built.result.catch(() => known.peek(key) === built && known.delete(key));
    return built.result;
  };
}
