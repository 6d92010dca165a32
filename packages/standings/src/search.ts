import { normaliseSearchText } from '@touchline/rules/search-text';
import { countEntries, type Section } from './section.ts';
import { buildNumbers } from './sort-keys.ts';
import type { NumberColumn } from './standings.ts';

/** Displayed text of a column's number without grouping commas. */
const FORMATS: Partial<Record<NumberColumn, (value: number) => string>> = {
  formation: (value) => [...String(value)].join('-'),
  captain: String,
  vice_captain: String,
  entry_points: String,
  current_points: String,
  coefficient: (value) => `${value / 1000}x`,
  earned: (value) => formatEarned(value / 1000),
};

/** Number of players of every team, which is a displayed column. */
const PLAYERS = '15';

/**
 * Marks the rows whose wallet or team name contains the text, ignoring case and accents.
 * @param all searches every displayed column
 */
export function searchSections(sections: readonly Section[], text: string, all: boolean): Uint8Array {
  const found = new Uint8Array(countEntries(sections));
  const wanted = text.toLowerCase();
  if (all && PLAYERS.includes(wanted)) return found.fill(1);
  let start = 0;
  for (const section of sections) {
    const own = found.subarray(start, start + section.result.summary.entries);
    searchSection(section, wanted, all, own);
    start += own.length;
  }
  if (all) searchNumbers(sections, wanted.replaceAll(',', ''), found);
  return found;
}

function searchSection(
  { table, name, words }: Section,
  wanted: string,
  all: boolean,
  found: Uint8Array,
): void {
  const normalised = normaliseSearchText(wanted);
  const matches = (word: string) => word.toLowerCase().includes(wanted);
  if (normalised === '' || (all && [name, ...words].some(matches))) {
    found.fill(1);
    return;
  }
  table.entries.wallets.search(normalised, found);
  table.entries.names.search(normalised, found);
  if (all) table.entries.searchIds(wanted, found);
}

/** Marks rows by their numbers. Formats each value once, because there are far fewer values than rows. */
function searchNumbers(sections: readonly Section[], wanted: string, found: Uint8Array): void {
  if (!/^[-+0-9.x]+$/.test(wanted)) return;
  for (const [column, format] of Object.entries(FORMATS)) {
    const numbers = buildNumbers(sections, column as NumberColumn);
    const results = new Map<number, boolean>();
    for (let row = 0; row < numbers.length; row += 1) {
      const value = numbers[row]!;
      let matches = results.get(value);
      if (matches === undefined) {
        matches = format(value).includes(wanted);
        results.set(value, matches);
      }
      if (matches) found[row] = 1;
    }
  }
}

/** Formats signed points; with three decimals also rounded to two, as displayed. */
function formatEarned(points: number): string {
  const texts = [String(points), String(Number(points.toFixed(2)))];
  return [...new Set(texts)].map((text) => (points < 0 ? text : `+${text}`)).join(' ');
}
