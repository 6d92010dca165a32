import { addAdjustments } from '@touchline/rules/adjustments';
import {
  findEditableGameweek,
  findGameweeks,
  findLatestGameweek,
  hasStarted,
  type Season,
  type SeasonGameweek,
} from '@touchline/rules/season';
import { computeShownCutOff, computeStakeCutOff } from '@touchline/rules/stakes';
import { addSpareCapacity, createShared } from './columns/memory.ts';
import type { Workspace } from './columns/workspace.ts';
import { computeGamePoints } from './points/gameweek.ts';
import { addGameweek } from './points/kernel.ts';
import { computeDistribution } from './ranking/distribution.ts';
import { computePreviousRanks, type PreviousRanks } from './ranking/history.ts';
import { computeRanks } from './ranking/rank.ts';
import type { Moment, Summary } from './standings.ts';
import { computeCoefficients, type Table } from './table.ts';

/** Computed columns by index, in shared memory; `order` has indices, best first. */
export interface ResultColumns {
  /** Points without coefficient. */
  gross: Int32Array;
  /** Points with coefficient, in thousandths. */
  earned: Int32Array;
  /** Points of the running or last gameweek. */
  gameweek_points: Int32Array;
  /** Coefficients of the running, else of the next gameweek, in thousandths. */
  coefficients: Uint16Array;
  order: Int32Array;
  /** 0 for unranked entries. */
  ranks: Int32Array;
}

/** Result of a computation. */
export interface Result {
  columns: ResultColumns;
  summary: Summary;
  previous: PreviousRanks;
  /** Gameweeks that have started and are not settled. */
  open: OpenGameweek[];
}

/** Points of a gameweek by index, and the coefficients (thousandths) that they earn with. */
export interface OpenGameweek {
  gameweek: number;
  points: Int32Array;
  coefficients: Uint16Array;
}

/** Creates columns for this many entries, with spare capacity. */
export function createResultColumns(entries: number): ResultColumns {
  const create = () => createShared(Int32Array, addSpareCapacity(entries));
  return {
    gross: create(),
    earned: create(),
    gameweek_points: create(),
    coefficients: createShared(Uint16Array, addSpareCapacity(entries)),
    order: create(),
    ranks: create(),
  };
}

/**
 * Computes standings from the settled sums plus every gameweek that has started and is not settled (architecture.md).
 * @param into columns to fill; previous contents are ignored
 */
export function computeStandings(
  table: Table,
  moment: Moment,
  into: ResultColumns,
  before: Result | null,
  workspace: Workspace,
): Result {
  const { season, game, now } = moment;
  const { settled, unranked } = table;
  const entries = table.entries.count;
  const columns = cutColumns(into, entries);
  const { gross, earned, gameweek_points, coefficients } = columns;
  gross.set(settled.points.subarray(0, entries));
  earned.set(settled.earned.subarray(0, entries));
  const shown = computeShownCutOff(season, game, now);
  const edited = findEditableGameweek(season, game, now);
  computeCoefficients(table, edited, shown, coefficients);
  const latest = findLatestGameweek(season, game, now)?.id ?? null;
  const open: OpenGameweek[] = [];
  const averages = new Map<number, number>();
  for (const [id, { points, entries: count }] of settled.totals)
    averages.set(id, computeAverage(points, count));
  for (const gameweek of findOpenGameweeks(table, moment)) {
    const points = gameweek.id === latest ? gameweek_points : createShared(Int32Array, entries);
    // The column of ranks is filled later and serves as a buffer until then.
    computeGamePoints(season, gameweek, game, table, workspace, { raw: columns.ranks, points });
    const cutOff = computeStakeCutOff(gameweek);
    const known = cutOff === shown && (gameweek.id === edited || table.adjustments.size === 0);
    const factors = known
      ? coefficients
      : computeCoefficients(table, gameweek.id, cutOff, createShared(Uint16Array, entries));
    addGameweek({ gross, earned }, points, factors);
    open.push({ gameweek: gameweek.id, points, coefficients: factors });
    averages.set(gameweek.id, computeAverage(sum(points), entries));
  }
  if (!open.some(({ gameweek }) => gameweek === latest)) {
    gameweek_points.fill(0);
    const shownPoints = latest === null ? undefined : settled.gameweeks.get(latest)?.points;
    if (shownPoints) gameweek_points.set(shownPoints.subarray(0, entries));
  }
  addAdjustments({ gross, earned }, table.adjustments);
  const { order } = computeRanks({ earned, gross, unranked }, columns, workspace.sortColumns);
  const previous = computePreviousRanks(table, season, latest, before?.previous ?? null);
  return {
    columns: { ...columns, order },
    summary: {
      ...summarise({ ...columns, order }, unranked),
      ...compare(columns, previous, before),
      entries,
      gameweek: latest,
      averages,
      computed_at: now,
      valid_until: findExpiry(season, game, now),
    },
    previous,
    open,
  };
}

/** Finds the gameweeks to compute: those that have started and are not in the settled sums. */
export const findOpenGameweeks = ({ settled }: Table, { season, game, now }: Moment): SeasonGameweek[] =>
  findGameweeks(season, game).filter(
    (gameweek) => !settled.totals.has(gameweek.id) && hasStarted(gameweek, now),
  );

const cutColumns = (columns: ResultColumns, entries: number): ResultColumns => ({
  gross: columns.gross.subarray(0, entries),
  earned: columns.earned.subarray(0, entries),
  gameweek_points: columns.gameweek_points.subarray(0, entries),
  coefficients: columns.coefficients.subarray(0, entries),
  order: columns.order.subarray(0, entries),
  ranks: columns.ranks.subarray(0, entries),
});

function summarise({ order, earned, gross }: ResultColumns, unranked: ReadonlySet<number>) {
  const players = order.length;
  let total = sum(earned);
  for (const index of unranked) total -= earned[index] ?? 0;
  let [ahead, end] = [0, players];
  while (ahead < end) {
    const middle = (ahead + end) >> 1;
    if (hasPoints(earned, gross, order[middle]!)) ahead = middle + 1;
    else end = middle;
  }
  return {
    players,
    top: players === 0 ? 0 : earned[order[0]!]!,
    average: players === 0 ? 0 : Math.round(total / players),
    distribution: computeDistribution({ order, earned }),
    rank_without_points: ahead + 1,
  };
}

/** Returns true for an entry that ranks ahead of an entry without points. */
const hasPoints = (earned: Int32Array, gross: Int32Array, index: number) =>
  earned[index]! > 0 || (earned[index] === 0 && gross[index]! > 0);

/** Compares the entries of the previous computation. */
function compare(
  columns: ResultColumns,
  { ranks: previous }: PreviousRanks,
  before: Result | null,
): Pick<Summary, 'moved' | 'only_appended'> {
  if (!before) return { moved: 0, only_appended: false };
  const old = before.columns;
  let moved = 0;
  let changed = 0;
  for (let index = 0; index < before.summary.entries; index += 1) {
    const same =
      columns.gross[index] === old.gross[index] &&
      columns.earned[index] === old.earned[index] &&
      columns.coefficients[index] === old.coefficients[index];
    if (!same) moved += 1;
    if (
      columns.ranks[index] !== old.ranks[index] ||
      columns.gameweek_points[index] !== old.gameweek_points[index] ||
      previous?.[index] !== before.previous.ranks?.[index]
    )
      changed += 1;
  }
  return { moved, only_appended: moved === 0 && changed === 0 };
}

function sum(values: Int32Array): number {
  let total = 0;
  for (let index = 0; index < values.length; index += 1) total += values[index]!;
  return total;
}

/** Computes average points per team, rounded to one decimal; 0 without teams. */
const computeAverage = (total: number, teams: number): number =>
  teams === 0 ? 0 : Math.round((total / teams) * 10) / 10;

/** Finds the next start or end of a gameweek; both change the displayed standings. */
function findExpiry(season: Season, game: Moment['game'], now: number): number {
  const gameweeks = findGameweeks(season, game);
  const starts = gameweeks
    .filter((gameweek) => !hasStarted(gameweek, now))
    .map((gameweek) => gameweek.start ?? gameweek.deadline);
  const ends = gameweeks.flatMap(({ end }) => (end !== null && end > now ? [end] : []));
  return Math.min(...starts, ...ends);
}
