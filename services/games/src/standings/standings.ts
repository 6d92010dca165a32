import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { addAdjustments } from '../adjustments/adjustments.ts';
import { computeShownCutOff, computeStakeCutOff } from '../coefficients/stake-cut-off.ts';
import {
  findEditableGameweek,
  findGameweeks,
  findLatestGameweek,
  hasStarted,
  type Season,
  type SeasonGameweek,
} from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { computeGamePoints } from '../scoring/game-points.ts';
import { addGameweek } from '../scoring/kernel.ts';
import { copyColumn, fillColumn, inBlocks, type Pass } from '../scoring/pass.ts';
import { computeAverage } from './averages.ts';
import { computeDistribution } from './distribution.ts';
import { computeCoefficients, type EntryTable, type PreviousRanks, type ScoredTable } from './entry-table.ts';
import { computePreviousRanks } from './previous-ranks.ts';
import { computeRanks, createRanking } from './ranking.ts';

/** Standings of a game at one point in time. */
export interface Standings extends Computed {
  game: StoredGame;
  season: Season;
  table: EntryTable;
  /** `moves` of the table at the time of the computation. */
  moves: number;
}

/** Computed part of standings; columns by index of the entry. */
export interface Computed {
  count: number;
  unranked: ReadonlySet<number>;
  /** Running or last gameweek; null before the first. */
  gameweek: number | null;
  /** Points without coefficient. */
  gross: Int32Array;
  /** Points with coefficient, in thousandths. */
  earned: Int32Array;
  /** Sum of `earned` without unranked entries. */
  earnedTotal: number;
  /** Points of `gameweek`. */
  gameweekPoints: Int32Array;
  /** Total points of all entries, by gameweek that has started and is not settled. */
  totals: ReadonlyMap<number, number>;
  /** Average points of all entries (one decimal), by gameweek that has started. */
  averages: ReadonlyMap<number, number>;
  /** Coefficients of the running, else of the next gameweek, in thousandths. */
  coefficients: Uint16Array;
  /** Indices, best first, without unranked entries. */
  order: Int32Array;
  /** 0 for unranked entries. */
  ranks: Int32Array;
  /** See `computePreviousRanks`. */
  previous: PreviousRanks;
  distribution: Leaderboard['distribution'];
  computedAt: number;
  /** Time at which these standings expire without any change of data. */
  validUntil: number;
}

/** Computes the spare capacity of columns, so that most joins can extend them in place. */
const computeSpareCapacity = (count: number) => 1024 + (count >> 4);

/** Computes standings on this thread. */
export function* computeStandings(
  game: StoredGame,
  season: Season,
  table: EntryTable,
  now: number,
): Pass<Standings> {
  return buildStandings(game, season, table, yield* computeColumns(game, season, table, now));
}

/** Builds standings from computed columns. The table must not have changed since. */
export function buildStandings(
  game: StoredGame,
  season: Season,
  table: EntryTable,
  computed: Computed,
): Standings {
  table.previousRanks = computed.previous;
  return { ...computed, game, season, table, moves: table.moves };
}

/** Computes standings from the settled sums plus every gameweek that has started and is not settled (architecture.md). */
export function* computeColumns(
  game: StoredGame,
  season: Season,
  table: ScoredTable,
  now: number,
): Pass<Computed> {
  const { count, unranked, workspace } = table;
  const room = computeSpareCapacity(count);
  const gross = yield* copyColumn(table.settledPoints, count, count + room);
  const earned = yield* copyColumn(table.settledEarned, count, count + room);
  const shown = computeShownCutOff(season, game, now);
  const edited = findEditableGameweek(season, game, now);
  const coefficients = yield* computeCoefficients(table, edited, shown, count + room);
  const latest = findLatestGameweek(season, game, now);
  const totals = new Map<number, number>();
  let gameweekPoints: Int32Array | null = null;
  const open = findOpenGameweeks(game, season, table, now);
  // The points of a single gameweek are the total, so they share its column.
  const single = open.length === 1 && table.settled.size === 0 && table.adjustments.size === 0;
  // Filled last, so scoring uses them as buffers until then.
  const { order, ranks } = createRanking(count, room);
  const scored = { ...table, workspace: { playerValues: workspace.playerValues, versions: () => order } };
  for (const gameweek of open) {
    const points = single ? gross : new Int32Array(count + room).subarray(0, count);
    yield* computeGamePoints(season, gameweek, game, scored, { raw: ranks, points });
    const cutOff = computeStakeCutOff(gameweek);
    const known = cutOff === shown && (gameweek.id === edited || table.adjustments.size === 0);
    const factors = known ? coefficients : yield* computeCoefficients(table, gameweek.id, cutOff);
    yield* addGameweek({ gross, earned }, points, factors);
    totals.set(gameweek.id, yield* sumColumn(points));
    if (gameweek.id === latest?.id) gameweekPoints = points;
  }
  addAdjustments({ gross, earned }, table.adjustments);
  const ranking = yield* computeRanks(earned, gross, unranked, workspace, { order, ranks });
  const gameweek = latest?.id ?? null;
  return {
    count,
    unranked,
    gameweek,
    gross,
    earned,
    coefficients,
    ...ranking,
    totals,
    earnedTotal: yield* sumColumn(earned, unranked),
    gameweekPoints: gameweekPoints ?? (yield* copySettledPoints(table, gameweek, count + room)),
    averages: computeAverages(table, totals),
    previous: yield* computePreviousRanks(table, { season, gameweek }),
    distribution: computeDistribution({ order: ranking.order, earned }),
    computedAt: now,
    validUntil: findExpiry(season, game, now),
  };
}

/** Finds the gameweeks to compute: those that have started and are not in the settled sums. */
export const findOpenGameweeks = (
  game: StoredGame,
  season: Season,
  table: ScoredTable,
  now: number,
): SeasonGameweek[] =>
  findGameweeks(season, game).filter(
    (gameweek) => !table.settled.has(gameweek.id) && hasStarted(gameweek, now),
  );

/** Computes average points by gameweek: stored averages of settled gameweeks, the others from the totals. */
export function computeAverages(
  table: ScoredTable,
  totals: ReadonlyMap<number, number>,
): Map<number, number> {
  const averages = new Map(table.settledAverages);
  for (const [gameweek, total] of totals) averages.set(gameweek, computeAverage(total, table.count));
  return averages;
}

function* sumColumn(values: Int32Array, without: ReadonlySet<number> = NONE): Pass<number> {
  let total = 0;
  yield* inBlocks(values.length, (from, to) => {
    let own = 0;
    for (let index = from; index < to; index += 1) own += values[index]!;
    total += own;
  });
  for (const index of without) total -= values[index]!;
  return total;
}

const NONE: ReadonlySet<number> = new Set();

function copySettledPoints(
  { lastSettled, count }: ScoredTable,
  gameweek: number | null,
  capacity: number,
): Pass<Int32Array> {
  const known = gameweek !== null && lastSettled.gameweek === gameweek ? lastSettled.points : NO_POINTS;
  return fillColumn(count, capacity, (column, from, to) => column.set(known.subarray(from, to), from));
}

const NO_POINTS = new Int32Array(0);

/** Finds the next start or end of a gameweek; both change the displayed standings. */
function findExpiry(season: Season, game: StoredGame, now: number): number {
  const gameweeks = findGameweeks(season, game);
  const starts = gameweeks
    .filter((gameweek) => !hasStarted(gameweek, now))
    .map((gameweek) => gameweek.start ?? gameweek.deadline);
  const ends = gameweeks.flatMap(({ end }) => (end !== null && end > now ? [end] : []));
  return Math.min(...starts, ...ends);
}
