import type { SettledPoints } from './columns/settled.ts';
import type { Result } from './compute.ts';
import type { Table } from './table.ts';

/** Computed standings of one game, as part of a list. */
export interface Section {
  /** Changes with every computation. */
  version: string;
  table: Table;
  result: Result;
  /** Settled gameweeks that the result includes; the table already has others while they are loaded. */
  settled: ReadonlyMap<number, SettledPoints>;
  /** Gameweek whose lineups are listed. */
  gameweek: number;
  /** Name of the game, by which rows can be sorted, and other words that searches find. */
  name: string;
  words: readonly string[];
}

/** Counts the rows of a list of these sections. */
export const countEntries = (sections: readonly Section[]) =>
  sections.reduce((sum, { result }) => sum + result.summary.entries, 0);

/** Lists the number of the first row of each section. */
export function listStarts(sections: readonly Section[]): number[] {
  let start = 0;
  return sections.map(({ result }) => {
    start += result.summary.entries;
    return start - result.summary.entries;
  });
}
