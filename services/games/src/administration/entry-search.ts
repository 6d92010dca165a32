import { grown } from '../scoring/columns.ts';
import { runAtOnce } from '../scoring/pass.ts';
import { type NumberColumn, PLAYERS, FORMATS } from './entry-columns.ts';
import type { EntryRows } from './entry-rows.ts';

/** An id in hexadecimal, and a line end. */
const ID_LINE = 37;
const HEX = Buffer.from('0123456789abcdef');
const [DASH, NEW_LINE] = [45, 10];
const DASHES = [8, 13, 18, 23];
/** Of the 32 digits in an id with dashes. */
const PLACES = Array.from({ length: ID_LINE - 1 }, (_, place) => place).filter(
  (place) => !DASHES.includes(place),
);
/** A table of all values of a column is no larger than this. */
const MAX_RANGE = 1 << 23;

/** The ids of all rows as text, row by row, for the search. */
export class IdLines {
  private lines = Buffer.alloc(0);
  private count = 0;

  /** Marks the rows whose id contains the text. */
  search(rows: EntryRows, text: string, found: Uint8Array): void {
    this.append(rows);
    const lines = this.lines.subarray(0, this.count * ID_LINE);
    for (let at = lines.indexOf(text); at >= 0; ) {
      const row = Math.floor(at / ID_LINE);
      found[row] = 1;
      at = lines.indexOf(text, (row + 1) * ID_LINE);
    }
  }

  private append(rows: EntryRows): void {
    if (rows.count * ID_LINE > this.lines.length)
      this.lines = grown(this.lines, Buffer.alloc(Math.max(rows.count, this.count * 2) * ID_LINE));
    for (; this.count < rows.count; this.count += 1) {
      const from = this.count * ID_LINE;
      for (let word = 0; word < 4; word += 1) {
        const value = rows.getWord(this.count, 'id', word);
        for (let digit = 0; digit < 8; digit += 1)
          this.lines[from + PLACES[8 * word + digit]!] = HEX[(value >>> (28 - 4 * digit)) & 15]!;
      }
      for (const dash of DASHES) this.lines[from + dash] = DASH;
      this.lines[from + ID_LINE - 1] = NEW_LINE;
    }
  }
}

/**
 * Marks the rows of which any displayed column contains the text, ignoring case.
 * @param numbersOf the rows' values of a column, see `numbersOf` of entry-columns
 */
export function searchRows(
  rows: EntryRows,
  ids: IdLines,
  text: string,
  numbersOf: (column: NumberColumn) => Int32Array,
): Uint8Array {
  const wanted = text.toLowerCase();
  const found = new Uint8Array(rows.count);
  if (String(PLAYERS).includes(wanted)) return found.fill(1);
  for (const { standings, rows: own } of rows.sections) {
    const { game, table } = standings;
    if (game.name.toLowerCase().includes(wanted) || game.game_type.toLowerCase().includes(wanted)) {
      for (const row of own) found[row] = 1;
      continue;
    }
    const named = runAtOnce(table.texts.search(wanted));
    for (let index = 0; index < own.length; index += 1) if (named[index] === 1) found[own[index]!] = 1;
  }
  if (/^[0-9a-f-]+$/.test(wanted)) ids.search(rows, wanted, found);
  if (/^[-+0-9.x]+$/.test(wanted))
    for (const column of Object.keys(FORMATS) as (keyof typeof FORMATS)[])
      markNumbers(numbersOf(column), (value) => FORMATS[column](value).includes(wanted), found);
  return found;
}

/** Asks for each value once: there are far fewer values than rows. */
function markNumbers(values: Int32Array, matches: (value: number) => boolean, found: Uint8Array): void {
  let least = values[0] ?? 0;
  let most = least;
  for (let row = 0; row < values.length; row += 1) {
    if (values[row]! < least) least = values[row]!;
    if (values[row]! > most) most = values[row]!;
  }
  const known = new Int8Array(Math.min(MAX_RANGE, most - least + 1));
  for (let row = 0; row < values.length; row += 1) {
    const place = values[row]! - least;
    const answer = known[place] || (matches(values[row]!) ? 1 : -1);
    if (place < known.length) known[place] = answer;
    if (answer === 1) found[row] = 1;
  }
}
