import { findGameweeks, hasStarted, type Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import type { EntryTable } from './entry-table.ts';

/**
 * Anybody may ask for any of the finished games, and there are more every week. So only so many of their entries are in
 * memory at once: they are read when somebody asks, and those unused for longest make room. Games that can still change
 * are few, and nobody's questions evict them.
 */

/** A game in memory. */
export interface WeightedGame {
  /** In entries; 0 while its standings can still change. */
  weight: number;
  /** Number of its last use; later ones are higher. */
  lastUse: number;
}

/** What a game takes beside its entries. */
const GAME_WEIGHT = 100;
/** Versions of lineups that take as much as an entry. */
const LINEUPS_PER_ENTRY = 3;

/** Its standings can no longer change, unless it is cancelled for lack of fixtures and these return. */
export const isFinished = ({ settlement, status }: StoredGame) =>
  settlement === 'FINAL' || status === 'CANCELLED';

/** What a game counts; `table` once it is read. */
export function computeWeight(game: StoredGame, table?: EntryTable): number {
  if (!isFinished(game)) return 0;
  const entries = table
    ? table.count + Math.ceil(table.lineups.length / LINEUPS_PER_ENTRY)
    : game.participants;
  return GAME_WEIGHT + entries;
}

/** Whether any points of the game still come from its lineups. */
export function needsLineups(game: StoredGame, season: Season, table: EntryTable, now: number): boolean {
  if (game.settlement !== 'FINAL') return true;
  return findGameweeks(season, game).some(
    (gameweek) => hasStarted(gameweek, now) && !table.settled.has(gameweek.id),
  );
}

/** The finished games that have to go, unused for longest first, so that the others weigh at most `most`; never `kept`. */
export function findSurplusGames(games: ReadonlyMap<string, WeightedGame>, most: number, kept: WeightedGame): string[] {
  const finished = [...games].filter(([, { weight }]) => weight > 0);
  let total = finished.reduce((sum, [, { weight }]) => sum + weight, 0);
  const surplus: string[] = [];
  for (const [id, game] of finished.sort(([, a], [, b]) => a.lastUse - b.lastUse)) {
    if (total <= most) break;
    if (game === kept) continue;
    surplus.push(id);
    total -= game.weight;
  }
  return surplus;
}
