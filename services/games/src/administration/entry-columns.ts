import type { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import type { EntryRows, Section } from './entry-rows.ts';

export type EntryColumn = (typeof PARTICIPATION_COLUMNS)[number];

/** Columns that hold numbers, by the rows' values. */
export type NumberColumn = Exclude<EntryColumn, 'id' | 'wallet_address' | 'team_name' | 'players'>;

/** Every roster has fifteen. */
export const PLAYERS = 15;

/** `3-4-3` of the shape of a lineup. */
export const formatFormation = (shape: number) => [shape & 7, (shape >> 3) & 7, (shape >> 6) & 3].join('-');

/** A number per row that sorts like the column. */
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

/** The place of each row's game among the names in lower case. */
function buildGameNameKeys(rows: EntryRows): Int32Array {
  const names = rows.sections.map(({ standings }) => standings.game.name.toLowerCase());
  const places = new Map([...new Set(names)].sort().map((name, place) => [name, place]));
  return rows.buildColumn(({ standings }) => {
    const place = places.get(standings.game.name.toLowerCase())!;
    return () => place;
  });
}

/** How the number of a column is shown, for the search. */
export const FORMATS: Readonly<Record<Exclude<NumberColumn, 'game_name'>, (value: number) => string>> = {
  formation: (value) => [...String(value)].join('-'),
  captain_id: String,
  vice_captain_id: String,
  entry_points: String,
  current_points: String,
  coefficient_applied: (value) => `${value / 1000}x`,
  earned_points: (value) => `+${value / 1000}`.replace('+-', '-'),
};
