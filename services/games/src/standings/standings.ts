import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { addAdjustments } from '../adjustments/adjustments.ts';
import { computeShownCutOff, computeStakeCutOff } from '../coefficients/stake-cut-off.ts';
import {
  findEditableGameweek,
  findGameweeks,
  hasStarted,
  findLatestGameweek,
  type Season,
  type SeasonGameweek,
} from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { computeGamePoints } from '../scoring/game-points.ts';
import { addGameweek } from '../scoring/kernel.ts';
import { copyColumn, fillColumn, inBlocks, type Pass } from '../scoring/pass.ts';
import { computeAverage } from './averages.ts';
import { distributionOf } from './distribution.ts';
import { computeCoefficients, type EntryTable, type PreviousRanks, type ScoredTable } from './entry-table.ts';
import { computePreviousRanks } from './previous-ranks.ts';
import { createRanking, computeRanks } from './ranking.ts';

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

/** Standings from what was computed of a table that has not changed since. */
export function buildStandings(
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
  // The points of a single gameweek are the total: they need no column of their own.
  const single = open.length === 1 && table.settled.size === 0 && table.adjustments.size === 0;
  // Filled last: until then they are where scoring keeps what it needs.
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
    ...{ count, unranked, gameweek, gross, earned, coefficients, ...ranking, totals },
    earnedTotal: yield* sumColumn(earned, unranked),
    gameweekPoints: gameweekPoints ?? (yield* copySettledPoints(table, gameweek, count + room)),
    averages: computeAverages(table, totals),
    previous: yield* computePreviousRanks(table, { season, gameweek }),
    distribution: distributionOf({ order: ranking.order, earned }),
    computedAt: now,
    validUntil: findExpiry(season, game, now),
  };
}

/** The gameweeks whose points are computed: they have begun, and are not in the settled sums. */
export const findOpenGameweeks = (
  game: StoredGame,
  season: Season,
  table: ScoredTable,
  now: number,
): SeasonGameweek[] =>
  findGameweeks(season, game).filter((gameweek) => !table.settled.has(gameweek.id) && hasStarted(gameweek, now));

/** Average points by gameweek: of settled ones as they were settled, of the others from these totals. */
export function computeAverages(table: ScoredTable, totals: ReadonlyMap<number, number>): Map<number, number> {
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

/** When the next gameweek begins or a running one ends: both change what is shown. */
function findExpiry(season: Season, game: StoredGame, now: number): number {
  const gameweeks = findGameweeks(season, game);
  const starts = gameweeks
    .filter((gameweek) => !hasStarted(gameweek, now))
    .map((gameweek) => gameweek.start ?? gameweek.deadline);
  const ends = gameweeks.flatMap(({ end }) => (end !== null && end > now ? [end] : []));
  return Math.min(...starts, ...ends);
}
