import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { addAdjustments } from '../adjustments/adjustments.ts';
import { shownCutOff, stakeCutOff } from '../coefficients/stake-cut-off.ts';
import {
  editGameweek,
  gameweeksOf,
  hasBegun,
  latestGameweek,
  type Season,
  type SeasonGameweek,
} from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { gamePoints } from '../scoring/game-points.ts';
import { addGameweek } from '../scoring/kernel.ts';
import { copiedColumn, filledColumn, inBlocks, type Pass } from '../scoring/pass.ts';
import { computeAverage } from './averages.ts';
import { distributionOf } from './distribution.ts';
import { computeCoefficients, type EntryTable, type PreviousRanks, type ScoredTable } from './entry-table.ts';
import { previousRanks } from './previous-ranks.ts';
import { emptyRanking, rank } from './ranking.ts';

/** The standings of one game at one moment. */
export interface Standings extends Computed {
  game: StoredGame;
  season: Season;
  table: EntryTable;
  /** `moves` of the table when they were computed. */
  moves: number;
}

/** What is computed of them; columns by index of the entry. */
export interface Computed {
  count: number;
  unranked: ReadonlySet<number>;
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
  /** Points of all entries together, of every gameweek that has begun and is not settled. */
  totals: ReadonlyMap<number, number>;
  /** Average points of all entries (at most 1 decimal), of every gameweek that has begun. */
  averages: ReadonlyMap<number, number>;
  /** Thousandths, of the running gameweek, else of the next one; two at most. */
  coefficients: Uint16Array;
  /** Indices from first to last, without unranked entries. */
  order: Int32Array;
  /** 0 for unranked entries. */
  ranks: Int32Array;
  /** See `previousRanks`. */
  previous: PreviousRanks;
  distribution: Leaderboard['distribution'];
  computedAt: number;
  /** When the clock alone makes them stale. */
  validUntil: number;
}

/** Places behind the columns, so that most joins need no new ones. */
const roomFor = (count: number) => 1024 + (count >> 4);

/** Computes standings on this thread. */
export function* computeStandings(
  game: StoredGame,
  season: Season,
  table: EntryTable,
  now: number,
): Pass<Standings> {
  return standingsOf(game, season, table, yield* computeColumns(game, season, table, now));
}

/** Standings from what was computed of a table that has not changed since. */
export function standingsOf(
  game: StoredGame,
  season: Season,
  table: EntryTable,
  computed: Computed,
): Standings {
  table.previousRanks = computed.previous;
  return { ...computed, game, season, table, moves: table.moves };
}

/** Computes standings from the settled sums plus every gameweek that has begun and is not settled (architecture.md). */
export function* computeColumns(
  game: StoredGame,
  season: Season,
  table: ScoredTable,
  now: number,
): Pass<Computed> {
  const { count, unranked, workspace } = table;
  const room = roomFor(count);
  const gross = yield* copiedColumn(table.settledPoints, count, count + room);
  const earned = yield* copiedColumn(table.settledEarned, count, count + room);
  const shown = shownCutOff(season, game, now);
  const edited = editGameweek(season, game, now);
  const coefficients = yield* computeCoefficients(table, edited, shown, count + room);
  const latest = latestGameweek(season, game, now);
  const totals = new Map<number, number>();
  let gameweekPoints: Int32Array | null = null;
  const open = openGameweeks(game, season, table, now);
  // The points of a single gameweek are the total: they need no column of their own.
  const single = open.length === 1 && table.settled.size === 0 && table.adjustments.size === 0;
  // Filled last: until then they are where scoring keeps what it needs.
  const { order, ranks } = emptyRanking(count, room);
  const scored = { ...table, workspace: { playerValues: workspace.playerValues, versions: () => order } };
  for (const gameweek of open) {
    const points = single ? gross : new Int32Array(count + room).subarray(0, count);
    yield* gamePoints(season, gameweek, game, scored, { raw: ranks, points });
    const cutOff = stakeCutOff(gameweek);
    const known = cutOff === shown && (gameweek.id === edited || table.adjustments.size === 0);
    const factors = known ? coefficients : yield* computeCoefficients(table, gameweek.id, cutOff);
    yield* addGameweek({ gross, earned }, points, factors);
    totals.set(gameweek.id, yield* sumOf(points));
    if (gameweek.id === latest?.id) gameweekPoints = points;
  }
  addAdjustments({ gross, earned }, table.adjustments);
  const ranking = yield* rank(earned, gross, unranked, workspace, { order, ranks });
  const gameweek = latest?.id ?? null;
  return {
    ...{ count, unranked, gameweek, gross, earned, coefficients, ...ranking, totals },
    earnedTotal: yield* sumOf(earned, unranked),
    gameweekPoints: gameweekPoints ?? (yield* settledPointsOf(table, gameweek, count + room)),
    averages: averagesOf(table, totals),
    previous: yield* previousRanks(table, { season, gameweek }),
    distribution: distributionOf({ order: ranking.order, earned }),
    computedAt: now,
    validUntil: nextTurn(season, game, now),
  };
}

/** The gameweeks whose points are computed: they have begun, and are not in the settled sums. */
export const openGameweeks = (
  game: StoredGame,
  season: Season,
  table: ScoredTable,
  now: number,
): SeasonGameweek[] =>
  gameweeksOf(season, game).filter((gameweek) => !table.settled.has(gameweek.id) && hasBegun(gameweek, now));

/** Average points by gameweek: of settled ones as they were settled, of the others from these totals. */
export function averagesOf(table: ScoredTable, totals: ReadonlyMap<number, number>): Map<number, number> {
  const averages = new Map(table.settledAverages);
  for (const [gameweek, total] of totals) averages.set(gameweek, computeAverage(total, table.count));
  return averages;
}

function* sumOf(values: Int32Array, without: ReadonlySet<number> = NOBODY): Pass<number> {
  let total = 0;
  yield* inBlocks(values.length, (from, to) => {
    let own = 0;
    for (let index = from; index < to; index += 1) own += values[index]!;
    total += own;
  });
  for (const index of without) total -= values[index]!;
  return total;
}

const NOBODY: ReadonlySet<number> = new Set();

function settledPointsOf(
  { lastSettled, count }: ScoredTable,
  gameweek: number | null,
  capacity: number,
): Pass<Int32Array> {
  const known = gameweek !== null && lastSettled.gameweek === gameweek ? lastSettled.points : NO_POINTS;
  return filledColumn(count, capacity, (column, from, to) => column.set(known.subarray(from, to), from));
}

const NO_POINTS = new Int32Array(0);

/** When the next gameweek begins or a running one ends: both change what is shown. */
function nextTurn(season: Season, game: StoredGame, now: number): number {
  const gameweeks = gameweeksOf(season, game);
  const starts = gameweeks
    .filter((gameweek) => !hasBegun(gameweek, now))
    .map((gameweek) => gameweek.start ?? gameweek.deadline);
  const ends = gameweeks.flatMap(({ end }) => (end !== null && end > now ? [end] : []));
  return Math.min(...starts, ...ends);
}
