import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { addAdjustments } from '../adjustments/adjustments.ts';
import { shownCutOff, stakeCutOff } from '../coefficients/stake-cut-off.ts';
import { editGameweek, gameweeksOf, hasBegun, latestGameweek, type Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { gamePoints } from '../scoring/game-points.ts';
import { addGameweek } from '../scoring/kernel.ts';
import { distributionOf } from './distribution.ts';
import { averageOf, coefficientsIn, type EntryTable } from './entry-table.ts';
import { rank } from './ranking.ts';

/** The standings of one game at one moment; columns by index of the entry. */
export interface Standings {
  game: StoredGame;
  season: Season;
  table: EntryTable;
  count: number;
  /** The gameweek that runs or ran last; null before the first. */
  gameweek: number | null;
  /** Without coefficient. */
  gross: Int32Array;
  /** Thousandths. */
  earned: Int32Array;
  /** Sum of `earned` without unranked entries. */
  earnedTotal: number;
  /** Of `gameweek`. */
  gameweekPoints: Int32Array;
  /** Average points of all entries (at most 1 decimal), of every gameweek that has begun. */
  averages: ReadonlyMap<number, number>;
  /** Thousandths, of the running gameweek, else of the next one. */
  coefficients: Int32Array;
  /** Indices from first to last, without unranked entries. */
  order: Int32Array;
  /** 0 for unranked entries. */
  ranks: Int32Array;
  /** Computed when first asked for. */
  distribution: () => Leaderboard['distribution'];
  computedAt: number;
  /** When the clock alone makes them stale. */
  validUntil: number;
}

/** Computes standings from the settled sums plus every gameweek that has begun and is not settled (architecture.md). */
export function computeStandings(
  game: StoredGame,
  season: Season,
  table: EntryTable,
  now: number,
): Standings {
  const { count } = table;
  const gross = table.settledPoints.slice(0, count);
  const earned = table.settledEarned.slice(0, count);
  const shown = shownCutOff(season, game, now);
  const edited = editGameweek(season, game, now);
  const coefficients = coefficientsIn(table, edited, shown);
  const latest = latestGameweek(season, game, now);
  const averages = new Map(table.settledAverages);
  let gameweekPoints: Int32Array | null = null;
  for (const gameweek of gameweeksOf(season, game)) {
    if (table.settled.has(gameweek.id) || !hasBegun(gameweek, now)) continue;
    const { points } = gamePoints(season, gameweek, game, table);
    const cutOff = stakeCutOff(gameweek);
    const known = cutOff === shown && (gameweek.id === edited || table.adjustments.size === 0);
    const factors = known ? coefficients : coefficientsIn(table, gameweek.id, cutOff);
    addGameweek({ gross, earned }, points, factors);
    averages.set(gameweek.id, averageOf(points, count));
    if (gameweek.id === latest?.id) gameweekPoints = points;
  }
  addAdjustments({ gross, earned }, table.adjustments);
  const ranking = rank(earned, gross, count, table.unranked, table.workspace);
  return {
    game,
    season,
    table,
    count,
    gameweek: latest?.id ?? null,
    gross,
    earned,
    earnedTotal: sum(earned, table.unranked),
    gameweekPoints: gameweekPoints ?? settledPointsOf(table, latest?.id),
    averages,
    coefficients,
    ...ranking,
    distribution: once(() => distributionOf({ order: ranking.order, earned })),
    computedAt: now,
    validUntil: nextTurn(season, game, now),
  };
}

function sum(values: Int32Array, without: ReadonlySet<number>): number {
  let total = 0;
  for (let index = 0; index < values.length; index += 1) total += values[index]!;
  for (const index of without) total -= values[index]!;
  return total;
}

function settledPointsOf(table: EntryTable, gameweek: number | undefined): Int32Array {
  const points = new Int32Array(table.count);
  if (gameweek !== undefined && table.lastSettled.gameweek === gameweek) points.set(table.lastSettled.points);
  return points;
}

/** When the next gameweek begins or a running one ends: both change what is shown. */
function nextTurn(season: Season, game: StoredGame, now: number): number {
  const gameweeks = gameweeksOf(season, game);
  const starts = gameweeks
    .filter((gameweek) => !hasBegun(gameweek, now))
    .map((gameweek) => gameweek.start ?? gameweek.deadline);
  const ends = gameweeks.flatMap(({ end }) => (end !== null && end > now ? [end] : []));
  return Math.min(...starts, ...ends);
}

function once<T>(compute: () => T): () => T {
  let held: { value: T } | undefined;
  return () => {
    held ??= { value: compute() };
    return held.value;
  };
}
