import type { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import type { EntryRows, Section } from './entry-rows.ts';

export type EntryColumn = (typeof PARTICIPATION_COLUMNS)[number];

/** Columns that are sorted by a number. */
export type NumberColumn = Exclude<EntryColumn, 'id' | 'wallet_address' | 'team_name' | 'players'>;

/** Players of a roster. */
export const PLAYERS = 15;

/** Formats the shape of a lineup as `3-4-3`. */
export const formatFormation = (shape: number) => [shape & 7, (shape >> 3) & 7, (shape >> 6) & 3].join('-');

/** Builds one number per row; the numbers sort like the column. */
export function buildSortKeys(rows: EntryRows, column: NumberColumn): Int32Array {
  if (column === 'game_name') return buildGameNameKeys(rows);
  return rows.buildColumn(COLUMNS[column]);
}

type Column = (section: Section) => (index: number) => number;

const COLUMNS: Readonly<Record<Exclude<NumberColumn, 'game_name'>, Column>> = {
  formation:
    ({ lineups }) =>
    (index) => {
      const shape = lineups.shape[index]!;
      return (shape & 7) * 100 + ((shape >> 3) & 7) * 10 + ((shape >> 6) & 3);
    },
  captain_id:
    ({ lineups }) =>
    (index) =>
      lineups.captain[index]!,
  vice_captain_id:
    ({ lineups }) =>
    (index) =>
      lineups.vice[index]!,
  entry_points:
    ({ standings }) =>
    (index) =>
      standings.table.entryPoints[index]!,
  current_points:
    ({ standings: { table, gross } }) =>
    (index) =>
      table.entryPoints[index]! + gross[index]!,
  coefficient_applied:
    ({ standings }) =>
    (index) =>
      standings.coefficients[index]!,
  earned_points:
    ({ standings }) =>
    (index) =>
      standings.earned[index]!,
};

/** Builds keys that sort rows by game name, ignoring case. */
function buildGameNameKeys(rows: EntryRows): Int32Array {
  const names = rows.sections.map(({ standings }) => standings.game.name.toLowerCase());
  const places = new Map([...new Set(names)].sort().map((name, place) => [name, place]));
  return rows.buildColumn(({ standings }) => {
    const place = places.get(standings.game.name.toLowerCase())!;
    return () => place;
  });
}

/** Displayed text of a column's number without grouping commas, which searches compare with. */
export const FORMATS: Readonly<Record<Exclude<NumberColumn, 'game_name'>, (value: number) => string>> = {
  formation: (value) => [...String(value)].join('-'),
  captain_id: String,
  vice_captain_id: String,
  entry_points: String,
  current_points: String,
  coefficient_applied: (value) => `${value / 1000}x`,
  earned_points: (value) => formatEarned(value / 1000),
};

/** Formats signed points; with three decimals also rounded to two, as displayed. */
function formatEarned(points: number): string {
  const texts = [String(points), String(Number(points.toFixed(2)))];
  return [...new Set(texts)].map((text) => (points < 0 ? text : `+${text}`)).join(' ');
}
