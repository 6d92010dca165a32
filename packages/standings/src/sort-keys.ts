import { findLineupsInForce } from './columns/lineups.ts';
import { countEntries, type Section } from './section.ts';
import { ENTRY_NUMBERS, type NumberColumn } from './standings.ts';

const NUMBER_COLUMNS: readonly NumberColumn[] = [
  ...ENTRY_NUMBERS,
  'current_points',
  'gameweek_points',
  'coefficient',
  'earned',
  'formation',
  'captain',
  'vice_captain',
];

export const isNumberColumn = (column: string): column is NumberColumn =>
  (NUMBER_COLUMNS as readonly string[]).includes(column);

/** Builds one number per row that sorts like the column. */
export function buildNumbers(sections: readonly Section[], column: NumberColumn): Int32Array {
  const numbers = new Int32Array(countEntries(sections));
  let start = 0;
  for (const section of sections) {
    const { entries } = section.result.summary;
    fill(numbers.subarray(start, start + entries), section, column);
    start += entries;
  }
  return numbers;
}

function fill(into: Int32Array, section: Section, column: NumberColumn): void {
  const { table, result } = section;
  const { numbers } = table.entries;
  const { columns } = result;
  if (column === 'coefficient') into.set(columns.coefficients);
  else if (column === 'earned') into.set(columns.earned);
  else if (column === 'gameweek_points') into.set(columns.gameweek_points);
  else if (column === 'current_points')
    for (let index = 0; index < into.length; index += 1)
      into[index] = numbers.entry_points[index]! + columns.gross[index]!;
  else if (column === 'formation' || column === 'captain' || column === 'vice_captain')
    fillFromLineups(into, section, column);
  else into.set(numbers[column].subarray(0, into.length));
}

function fillFromLineups(
  into: Int32Array,
  { table: { lineups }, gameweek }: Section,
  column: 'formation' | 'captain' | 'vice_captain',
): void {
  findLineupsInForce(lineups, gameweek, into);
  for (let index = 0; index < into.length; index += 1) {
    const version = into[index]!;
    // A lineup for a later gameweek is sealed, so it must not decide the order.
    if (version < 0) into[index] = 0;
    else if (column === 'captain') into[index] = lineups.getCaptain(version);
    else if (column === 'vice_captain') into[index] = lineups.getViceCaptain(version);
    else into[index] = toDigits(lineups.getShape(version));
  }
}

/** Converts the formation of a shape to a number such as 343. */
const toDigits = (shape: number) => (shape & 7) * 100 + ((shape >> 3) & 7) * 10 + ((shape >> 6) & 3);
