import { COEFFICIENT_ONE } from '@touchline/rules/points';
import { LRUCache } from 'lru-cache';
import { sortIndices } from './ranking/counting-sort.ts';
import { searchSections } from './search.ts';
import { countEntries, listStarts, type Section } from './section.ts';
import { buildNumbers, isNumberColumn } from './sort-keys.ts';
import { ENTRY_NUMBERS, type EntryNumber, type ListQuery, type ListResult, type Row } from './standings.ts';
import { sortByText } from './text-order.ts';

/** Returns true for a list that needs no pass over all entries. */
export const isImmediate = ({ sort, order, search, staked, unranked }: ListQuery) =>
  sort === 'rank' && order === 'asc' && !search && !staked && !unranked;

/** Creates the list function of a thread. It keeps the last results for further pages of the same list. */
export function createLister(): (sections: readonly Section[], query: ListQuery) => ListResult {
  const cached = new LRUCache<string, Int32Array>({ max: MAX_CACHED });
  return (sections, query) => {
    const { from: _from, limit: _limit, ...selection } = query;
    const key = JSON.stringify([sections.map(({ version, gameweek }) => [version, gameweek]), selection]);
    const rows = cached.get(key) ?? findRows(sections, query);
    cached.set(key, rows);
    return readPage(sections, rows, query);
  };
}

/** Each is four bytes per entry. */
const MAX_CACHED = 4;

/** Lists rows without a cache. */
export const listRows = (sections: readonly Section[], query: ListQuery): ListResult =>
  readPage(sections, findRows(sections, query), query);

function readPage(sections: readonly Section[], rows: Int32Array, { from, limit }: ListQuery): ListResult {
  const starts = listStarts(sections);
  const page = [...rows.subarray(from, from + limit)].map((row) => {
    const section = starts.findLastIndex((start) => start <= row);
    return buildRow(sections[section]!, row - starts[section]!, section);
  });
  return { total: rows.length, rows: page };
}

/** Builds the row of an entry. */
export function buildRow({ table, result, gameweek }: Section, index: number, section = 0): Row {
  const { columns, previous } = result;
  const { entries, lineups } = table;
  const version = lineups.findInForce(index, gameweek);
  const numbers = Object.fromEntries(ENTRY_NUMBERS.map((name) => [name, entries.numbers[name][index]!]));
  return {
    ...(numbers as Record<EntryNumber, number>),
    section,
    ordinal: index + 1,
    id: entries.getId(index),
    wallet: entries.wallets.at(index),
    team_name: entries.names.at(index),
    joined_at: entries.joinedAt[index]!,
    rank: columns.ranks[index] || null,
    previous_rank: previous.ranks?.[index] || null,
    points: columns.gross[index]!,
    earned: columns.earned[index]!,
    coefficient: columns.coefficients[index]!,
    gameweek_points: columns.gameweek_points[index]!,
    lineup: lineups.buildLineup(version < 0 ? index : version, entries.joinedAt),
  };
}

/** Finds matching rows in order. Rows are numbered over all sections, in the order of joining. */
function findRows(sections: readonly Section[], query: ListQuery): Int32Array {
  const { search, staked } = query;
  let rows = listAll(sections, query);
  if (staked) {
    const coefficients = buildNumbers(sections, 'coefficient');
    rows = rows.filter((row) => coefficients[row]! > COEFFICIENT_ONE);
  }
  if (search) {
    const found = searchSections(sections, search, query.searchAll ?? false);
    rows = rows.filter((row) => found[row] === 1);
  }
  return sortRows(sections, rows, query);
}

function sortRows(sections: readonly Section[], rows: Int32Array, { sort, order }: ListQuery): Int32Array {
  if (isNumberColumn(sort)) return sortIndices(rows, buildNumbers(sections, sort), order);
  if (sort === 'section') return sortIndices(rows, buildSectionKeys(sections), order);
  const sorted = sort === 'rank' ? rows : rows.slice();
  if (sort !== 'rank') sortByText(sorted, createWordReader(sections, sort));
  return order === 'asc' ? sorted : sorted.toReversed();
}

/** Lists all rows: in the order of the standings, or in the order of joining if unranked entries are included. */
function listAll(sections: readonly Section[], { unranked }: ListQuery): Int32Array {
  const [first] = sections;
  if (sections.length === 1 && !unranked) return first!.result.columns.order;
  const rows = new Int32Array(countEntries(sections));
  let count = 0;
  for (const [section, start] of listStarts(sections).entries()) {
    const { columns, summary } = sections[section]!.result;
    const length = unranked ? summary.entries : columns.order.length;
    for (let place = 0; place < length; place += 1)
      rows[count++] = start + (unranked ? place : columns.order[place]!);
  }
  return rows.subarray(0, count);
}

/** Builds keys that sort rows by the name of their section, ignoring case. */
function buildSectionKeys(sections: readonly Section[]): Int32Array {
  const names = sections.map(({ name }) => name.toLowerCase());
  const sorted = [...new Set(names)].sort();
  const keys = new Int32Array(countEntries(sections));
  for (const [section, start] of listStarts(sections).entries())
    keys.fill(sorted.indexOf(names[section]!), start, start + sections[section]!.result.summary.entries);
  return keys;
}

function createWordReader(sections: readonly Section[], text: 'id' | 'wallet' | 'team_name') {
  const starts = listStarts(sections);
  const owners = new Uint16Array(countEntries(sections));
  for (const [section, start] of starts.entries()) owners.fill(section, start);
  return (row: number, word: number): number => {
    const section = owners[row]!;
    const { entries } = sections[section]!.table;
    const index = row - starts[section]!;
    if (text === 'id') return entries.getIdWord(index, word);
    return (text === 'wallet' ? entries.wallets : entries.names).getWord(index, word);
  };
}
