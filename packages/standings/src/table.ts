import { type Adjustments, adjustCoefficients, NO_ADJUSTMENTS } from '@touchline/rules/adjustments';
import { CoefficientLog } from './columns/coefficients.ts';
import { EntryColumns } from './columns/entries.ts';
import { LineupLog } from './columns/lineups.ts';
import { restore } from './columns/memory.ts';
import { SettledColumns } from './columns/settled.ts';

/** Input of all computations of a game: columns by index of the entry (ordinal minus 1) in shared memory. */
export interface Table {
  entries: EntryColumns;
  lineups: LineupLog;
  coefficients: CoefficientLog;
  settled: SettledColumns;
  /** Entries outside the standings: suspended, or excluded by an administrator. */
  unranked: ReadonlySet<number>;
  adjustments: Adjustments;
}

export const createTable = (): Table => ({
  entries: new EntryColumns(),
  lineups: new LineupLog(),
  coefficients: new CoefficientLog(),
  settled: new SettledColumns(),
  unranked: new Set(),
  adjustments: NO_ADJUSTMENTS,
});

/** Restores the methods of a table that another thread sent. */
export const restoreTable = (sent: Table): Table => ({
  ...sent,
  entries: EntryColumns.restore(sent.entries),
  lineups: LineupLog.restore(sent.lineups),
  coefficients: restore(CoefficientLog, sent.coefficients),
  settled: restore(SettledColumns, sent.settled),
});

/**
 * Computes the coefficients (thousandths) of all entries in a gameweek: stakes recorded before `cutOff` (epoch ms) plus
 * adjustments.
 */
export function computeCoefficients(
  table: Table,
  gameweek: number,
  cutOff: number,
  into: Uint16Array,
): Uint16Array {
  table.coefficients.writeBefore(cutOff, into);
  return adjustCoefficients(into, table.adjustments, gameweek);
}
