import { Workspace } from '../scoring/workspace.ts';
import { type EntryTable, createTable } from './entry-table.ts';
import { type WeightedGame, findSurplusGames } from './finished-games.ts';
import type { Standings } from './standings.ts';

/** A game in memory; times of `performance.now()`. */
export interface CachedGame extends WeightedGame {
  table: EntryTable;
  standings: Standings | null;
  /** Tail of the queue: work on the table runs one after the other. */
  tail: Promise<unknown>;
  /** An update that has not started yet, shared by everybody who asks before it does. */
  next: Promise<Standings> | null;
  /** A refresh that readers do not wait for; its pause can be cut short. */
  refresh: { done: Promise<void>; hurry: AbortController } | null;
  /** Points may have moved since the last refresh began. */
  urgent: boolean;
  /** The standings were the database's at this moment. */
  checkedAt: number;
  /** Transactions of this process that may have changed the game so far, and how many of them the standings include. */
  changes: number;
  included: number;
  /** Transactions of this process that may be changing the game. */
  writers: number;
  /** The next computation begins no earlier, see `restAfter`. */
  coolsDownUntil: number;
  usedAt: number;
}

const UNUSED_MS = 15 * 60_000;

/** The games in memory; room for finished ones is limited. */
export function createCachedGames(maxFinishedWeight: number, now: () => number) {
  const games = new Map<string, CachedGame>();
  /** Until the game's size is known. */
  const workspace = new Workspace();
  let uses = 0;
  const emptyState = (): Pick<CachedGame, 'table' | 'standings' | 'weight'> => ({
    table: createTable(workspace),
    ...{ standings: null, weight: 0 },
  });
  return {
    ids: (): Iterable<string> => games.keys(),
    peek: (id: string): CachedGame | undefined => games.get(id),
    /** The game, which has been used now. */
    use(id: string): CachedGame {
      const game = games.get(id) ?? {
        ...emptyState(),
        ...{ tail: Promise.resolve(), next: null, refresh: null },
        ...{
          checkedAt: 0,
          changes: 0,
          included: 0,
          writers: 0,
          urgent: false,
          coolsDownUntil: 0,
          usedAt: 0,
          lastUse: 0,
        },
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
