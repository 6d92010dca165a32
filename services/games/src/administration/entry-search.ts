import { removeGrouping } from '@touchline/service-kit/administration/displayed-values';
import { copyInto } from '../scoring/columns.ts';
import { runToEnd } from '../scoring/pass.ts';
import { FORMATS, type NumberColumn, PLAYERS } from './entry-columns.ts';
import type { EntryRows } from './entry-rows.ts';

/** Bytes of an id in hexadecimal with its line end. */
const ID_LINE = 37;
const HEX = Buffer.from('0123456789abcdef');
const [DASH, NEW_LINE] = [45, 10];
const DASHES = [8, 13, 18, 23];
/** Positions of the 32 digits in an id with dashes. */
const PLACES = Array.from({ length: ID_LINE - 1 }, (_, place) => place).filter(
  (place) => !DASHES.includes(place),
);
/** Maximum size of a lookup table over the values of a column. */
const MAX_RANGE = 1 << 23;

/** Ids of all rows as text, one line per row. */
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
      this.lines = copyInto(this.lines, Buffer.alloc(Math.max(rows.count, this.count * 2) * ID_LINE));
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
 * Marks the rows in which any displayed column contains the text, ignoring case.
 * @param getSortKeys returns a column's values, see `buildSortKeys`
 */
export function searchRows(
  rows: EntryRows,
  ids: IdLines,
  text: string,
  getSortKeys: (column: NumberColumn) => Int32Array,
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
    const matches = runToEnd(table.texts.search(wanted));
    for (let index = 0; index < own.length; index += 1) if (matches[index] === 1) found[own[index]!] = 1;
  }
  if (/^[0-9a-f-]+$/.test(wanted)) ids.search(rows, wanted, found);
  const number = removeGrouping(wanted);
  if (/^[-+0-9.x]+$/.test(number))
    for (const column of Object.keys(FORMATS) as (keyof typeof FORMATS)[])
      markNumbers(getSortKeys(column), (value) => FORMATS[column](value).includes(number), found);
  return found;
}

/** Marks rows whose value matches. Tests each value once, because there are far fewer values than rows. */
function markNumbers(values: Int32Array, matches: (value: number) => boolean, found: Uint8Array): void {
  let min = values[0] ?? 0;
  let max = min;
  for (let row = 0; row < values.length; row += 1) {
    if (values[row]! < min) min = values[row]!;
    if (values[row]! > max) max = values[row]!;
  }
  const known = new Int8Array(Math.min(MAX_RANGE, max - min + 1));
  for (let row = 0; row < values.length; row += 1) {
    const place = values[row]! - min;
    const result = known[place] || (matches(values[row]!) ? 1 : -1);
    if (place < known.length) known[place] = result;
    if (result === 1) found[row] = 1;
  }
}
