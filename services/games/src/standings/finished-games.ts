import { findGameweeks, hasStarted, type Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import type { EntryTable } from './entry-table.ts';

/**
 * Limits the memory of finished games. Guests may request any of them, and their number grows every week, so the least
 * recently used are evicted. Games that can still change are few and are never evicted by requests.
 */

/** A game in memory, as the eviction sees it. */
export interface WeightedGame {
  /** Weight in entries; 0 while the standings can still change. */
  weight: number;
  /** Sequence number of the last use. */
  lastUse: number;
}

/** Weight of a game without its entries. */
const GAME_WEIGHT = 100;
/** Lineup versions that weigh as much as one entry. */
const LINEUPS_PER_ENTRY = 3;

/** Returns true when standings can no longer change. A game cancelled for lack of fixtures may reopen when they return. */
export const isFinished = ({ settlement, status }: StoredGame) =>
  settlement === 'FINAL' || status === 'CANCELLED';

/** Computes the weight of a game; estimated from its participants until the table is loaded. */
export function computeWeight(game: StoredGame, table?: EntryTable): number {
  if (!isFinished(game)) return 0;
  const entries = table
    ? table.count + Math.ceil(table.lineups.length / LINEUPS_PER_ENTRY)
    : game.participants;
  return GAME_WEIGHT + entries;
}

/** Returns true while any points of the game still come from its lineups. */
export function needsLineups(game: StoredGame, season: Season, table: EntryTable, now: number): boolean {
  if (game.settlement !== 'FINAL') return true;
  return findGameweeks(season, game).some(
    (gameweek) => hasStarted(gameweek, now) && !table.settled.has(gameweek.id),
  );
}

/** Finds the finished games to evict, least recently used first, until the rest weigh at most `maxWeight`; never `current`. */
export function findSurplusGames(
  games: ReadonlyMap<string, WeightedGame>,
  maxWeight: number,
  current: WeightedGame,
): string[] {
  const finished = [...games].filter(([, { weight }]) => weight > 0);
  let total = finished.reduce((sum, [, { weight }]) => sum + weight, 0);
  const surplus: string[] = [];
  for (const [id, game] of finished.sort(([, a], [, b]) => a.lastUse - b.lastUse)) {
    if (total <= maxWeight) break;
    if (game === current) continue;
    surplus.push(id);
    total -= game.weight;
  }
  return surplus;
}
