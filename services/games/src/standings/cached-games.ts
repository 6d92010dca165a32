import { Workspace } from '../scoring/workspace.ts';
import { createTable, type EntryTable } from './entry-table.ts';
import { findSurplusGames, type WeightedGame } from './finished-games.ts';
import type { Standings } from './standings.ts';

/** A game in memory. Times are those of `performance.now()`. */
export interface CachedGame extends WeightedGame {
  table: EntryTable;
  standings: Standings | null;
  /** Queue tail: work on the table runs sequentially. */
  tail: Promise<unknown>;
  /** Update that has not started yet; all callers until then share it. */
  next: Promise<Standings> | null;
  /** Background refresh; aborting `hurry` ends its pause. */
  refresh: { done: Promise<void>; hurry: AbortController } | null;
  /** Points may have changed since the last refresh started. */
  urgent: boolean;
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

/** Creates the cache of games. The total weight of finished games is limited. */
export function createCachedGames(maxFinishedWeight: number, now: () => number) {
  const games = new Map<string, CachedGame>();
  /** Used until the game's size is known. */
  const workspace = new Workspace();
  let uses = 0;
  const emptyState = (): Pick<CachedGame, 'table' | 'standings' | 'weight'> => ({
    table: createTable(workspace),
    standings: null,
    weight: 0,
  });
  return {
    ids: (): Iterable<string> => games.keys(),
    peek: (id: string): CachedGame | undefined => games.get(id),
    /** Returns the game, created if missing, and marks it as used. */
    use(id: string): CachedGame {
      const game = games.get(id) ?? {
        ...emptyState(),
        tail: Promise.resolve(),
        next: null,
        refresh: null,
        checkedAt: 0,
        changes: 0,
        included: 0,
        writers: 0,
        urgent: false,
        coolsDownUntil: 0,
        usedAt: 0,
        lastUse: 0,
      };
      games.set(id, game);
      game.usedAt = now();
      game.lastUse = ++uses;
      return game;
    },
    setWeight(game: CachedGame, weight: number): void {
      game.weight = weight;
      if (weight > 0) for (const id of findSurplusGames(games, maxFinishedWeight, game)) games.delete(id);
    },
    discard(id: string, game: CachedGame): void {
      Object.assign(game, emptyState());
      if (games.get(id) === game) games.delete(id);
    },
    evictUnused(): void {
      for (const [id, game] of games) if (now() - game.usedAt > UNUSED_MS) games.delete(id);
    },
  };
}
