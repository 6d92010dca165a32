import {
  type Adjustments,
  adjustCoefficients,
  computeAdjustedCoefficient,
  NO_ADJUSTMENTS,
} from '../adjustments/adjustments.ts';
import { lengthen, createShared } from '../scoring/columns.ts';
import { LineupLog } from '../scoring/lineup-log.ts';
import type { Pass } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import { EntryTexts } from './entry-texts.ts';

/** What standings are computed from: columns by index (ordinal minus 1) that threads share, with lineups and settled points. */
export interface ScoredTable {
  count: number;
  joinedAt: Float64Array;
  lineups: LineupLog;
  coefficients: CoefficientColumns;
  /** Entries outside the standings: suspended, or excluded by an administrator. */
  unranked: ReadonlySet<number>;
  adjustments: Adjustments;
  /** Gameweeks whose points are in the sums below. */
  settled: Set<number>;
  /** Version of the game at which any was settled last. */
  settledVersion: number;
  /** Average points by settled gameweek. */
  settledAverages: Map<number, number>;
  settledPoints: Int32Array;
  /** Thousandths. */
  settledEarned: Int32Array;
  /** Points of the last settled gameweek; `earned` in thousandths. */
  lastSettled: { gameweek: number; points: Int32Array; earned: Int32Array };
  /** Ranks to compare with, kept until another gameweek is settled, or unranked entries or adjustments change. */
  previousRanks: PreviousRanks | null;
  /** Shared by tables of a thread. */
  workspace: Workspace;
}

/** Ranks of a moment that has passed, and what they depend on. */
export interface PreviousRanks {
  key: string;
  ranks: Int32Array | null;
}

/** The entries of one game, with what only answers show of them. */
export interface EntryTable extends ScoredTable {
  /** Version of the game up to which the table is complete, but for the lineups. */
  version: number;
  /** Raised by everything that can move an entry, or rename it; not by entries that join. */
  moves: number;
  texts: EntryTexts;
  entryPoints: Int16Array;
  /** Version of the game up to which they are complete; -1 while they are not here, because nothing scores them. */
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
    ...{ settled: new Set(), settledVersion: -1 },
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

/** Thousandths of every entry in a gameweek, by the stakes recorded before `cutOff` (epoch ms) and what was adjusted. */
export function* computeCoefficients(
  table: ScoredTable,
  gameweek: number,
  cutOff: number,
  capacity = table.count,
): Pass<Uint16Array> {
  const byStakes = yield* table.coefficients.computeBefore(cutOff, table.count, capacity);
  return adjustCoefficients(byStakes, table.adjustments, gameweek);
}

/** The same of one entry. */
export function computeCoefficient(table: ScoredTable, index: number, gameweek: number, cutOff: number): number {
  const byStakes = table.coefficients.getBefore(index, cutOff);
  return computeAdjustedCoefficient(byStakes, table.adjustments.get(index), gameweek);
}

/** Of most names; what is not written takes no memory. */
const NAME_BYTES = 24;

/** Makes room for so many entries. */
export function growTable(table: EntryTable, capacity: number) {
  table.texts.reserve(capacity, capacity * NAME_BYTES);
  table.entryPoints = lengthen(table.entryPoints, capacity);
  table.joinedAt = lengthen(table.joinedAt, capacity);
  table.settledPoints = lengthen(table.settledPoints, capacity);
  table.settledEarned = lengthen(table.settledEarned, capacity);
}
