import {
  type Adjustments,
  adjustCoefficients,
  computeAdjustedCoefficient,
  NO_ADJUSTMENTS,
} from '../adjustments/adjustments.ts';
import { createShared, lengthen } from '../scoring/columns.ts';
import { LineupLog } from '../scoring/lineup-log.ts';
import type { Pass } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import { EntryTexts } from './entry-texts.ts';

/** Input of a standings computation: columns by index (ordinal minus 1) in shared memory. */
export interface ScoredTable {
  count: number;
  joinedAt: Float64Array;
  lineups: LineupLog;
  coefficients: CoefficientColumns;
  /** Entries outside the standings: suspended, or excluded by an administrator. */
  unranked: ReadonlySet<number>;
  adjustments: Adjustments;
  /** Gameweeks included in the sums below. */
  settled: Set<number>;
  /** Version of the game at the last settlement. */
  settledVersion: number;
  /** Average points by settled gameweek. */
  settledAverages: Map<number, number>;
  settledPoints: Int32Array;
  /** Thousandths. */
  settledEarned: Int32Array;
  /** Points of the last settled gameweek; `earned` in thousandths. */
  lastSettled: { gameweek: number; points: Int32Array; earned: Int32Array };
  /** Ranks to compare with; valid until a gameweek is settled, or unranked entries or adjustments change. */
  previousRanks: PreviousRanks | null;
  /** Shared by the tables of a thread. */
  workspace: Workspace;
}

/** Ranks after a previous gameweek, with a key of their inputs. */
export interface PreviousRanks {
  key: string;
  ranks: Int32Array | null;
}

/** Entries of one game, including columns that are only displayed. */
export interface EntryTable extends ScoredTable {
  /** Version of the game up to which the table is complete, except for lineups. */
  version: number;
  /** Raised by every change that can move or rename an entry; not by entries that join. */
  moves: number;
  texts: EntryTexts;
  entryPoints: Int16Array;
  /** Version of the game up to which lineups are complete; -1 while they are not kept because all are settled. */
  lineupsVersion: number;
}

export function createTable(workspace = new Workspace()): EntryTable {
  return {
    version: -1,
    count: 0,
    moves: 0,
    texts: new EntryTexts(),
    entryPoints: createShared(Int16Array, 0),
    joinedAt: createShared(Float64Array, 0),
    lineups: new LineupLog(),
    lineupsVersion: -1,
    coefficients: new CoefficientColumns(),
    unranked: new Set(),
    adjustments: NO_ADJUSTMENTS,
    settled: new Set(),
    settledVersion: -1,
    settledAverages: new Map(),
    settledPoints: createShared(Int32Array, 0),
    settledEarned: createShared(Int32Array, 0),
    lastSettled: NOTHING_SETTLED,
    previousRanks: null,
    workspace,
  };
}

export const NOTHING_SETTLED = {
  gameweek: 0,
  points: createShared(Int32Array, 0),
  earned: createShared(Int32Array, 0),
};

/** Computes the coefficients (thousandths) of all entries in a gameweek: stakes recorded before `cutOff` (epoch ms) plus adjustments. */
export function* computeCoefficients(
  table: ScoredTable,
  gameweek: number,
  cutOff: number,
  capacity = table.count,
): Pass<Uint16Array> {
  const byStakes = yield* table.coefficients.computeBefore(cutOff, table.count, capacity);
  return adjustCoefficients(byStakes, table.adjustments, gameweek);
}

/** Computes the coefficient of one entry, like `computeCoefficients`. */
export function computeCoefficient(
  table: ScoredTable,
  index: number,
  gameweek: number,
  cutOff: number,
): number {
  const byStakes = table.coefficients.getBefore(index, cutOff);
  return computeAdjustedCoefficient(byStakes, table.adjustments.get(index), gameweek);
}

/** Estimated bytes per name; unwritten memory costs nothing. */
const NAME_BYTES = 24;

/** Grows the columns to this capacity. */
export function growTable(table: EntryTable, capacity: number) {
  table.texts.reserve(capacity, capacity * NAME_BYTES);
  table.entryPoints = lengthen(table.entryPoints, capacity);
  table.joinedAt = lengthen(table.joinedAt, capacity);
  table.settledPoints = lengthen(table.settledPoints, capacity);
  table.settledEarned = lengthen(table.settledEarned, capacity);
}
