import type { CoefficientStep } from '@touchline/rules/stakes';
import type { Knex } from 'knex';
import type { SavedLineup } from '../scoring/lineup-log.ts';

/** Rows per question: a game of a million is read in pieces. */
const PIECE = 20_000;

export interface EntryRow {
  id: string;
  ordinal: number;
  wallet_address: string;
  team_name: string;
  entry_points: number;
  joined_at: number;
}

/** The entries after a ordinal, in order of their ordinals. */
export function entriesAfter(db: Knex, gameId: string, ordinal: number): AsyncGenerator<EntryRow[]> {
  return pieces(ordinal, 'ordinal', async (after) => {
    const { rows } = await db.raw(
      `select id, ordinal, wallet_address, team_name, entry_points,
         joined_at
       from entries where game_id = ? and ordinal > ? order by ordinal limit ?`,
      [gameId, after, PIECE],
    );
    return rows;
  });
}

/** The line-ups saved after one version of the game and up to another, in order. */
export function lineupsBetween(
  db: Knex,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<SavedLineup[]> {
  return pieces(from, 'game_version', async (after) => {
    const { rows } = await db.raw(
      `select ordinal, game_version, effective_gameweek, saved_at, formation,
         field, bench, bench_positions, captain_id, vice_captain_id
       from lineups where game_id = ? and game_version > ? and game_version <= ? order by game_version limit ?`,
      [gameId, after, to, PIECE],
    );
    return rows;
  });
}

export interface CoefficientRow {
  ordinal: number;
  steps: CoefficientStep[];
}

/** What the entries after a ordinal earn with; only those that ever staked. */
export function coefficientsAfter(
  db: Knex,
  gameId: string,
  ordinal: number,
): AsyncGenerator<CoefficientRow[]> {
  return pieces(ordinal, 'ordinal', async (after) => {
    const { rows } = await db.raw(
      `select ordinal, steps from entries join wallet_coefficients using (wallet_address)
       where game_id = ? and ordinal > ? order by ordinal limit ?`,
      [gameId, after, PIECE],
    );
    return rows;
  });
}

/** The coefficients that changed after one version of the game and up to another. */
export async function coefficientsBetween(
  db: Knex,
  gameId: string,
  from: number,
  to: number,
): Promise<CoefficientRow[]> {
  const { rows } = await db.raw(
    `select ordinal, steps from entries join wallet_coefficients using (wallet_address)
     where game_id = :gameId and ordinal in (select ordinal from coefficient_changes
       where game_id = :gameId and game_version > :from and game_version <= :to)`,
    { gameId, from, to },
  );
  return rows;
}

/** The gameweeks that were settled after one version of the game and up to another. */
export async function settledBetween(db: Knex, gameId: string, from: number, to: number): Promise<number[]> {
  const { rows } = await db.raw(
    `select gameweek from settled_gameweeks where game_id = ? and game_version > ? and game_version <= ?
     order by gameweek`,
    [gameId, from, to],
  );
  return rows.map((row: { gameweek: number }) => row.gameweek);
}

export interface SettledRow {
  ordinal: number;
  points: number;
  earned: number;
}

/** What a settled gameweek brought to every entry. */
export function settledPoints(db: Knex, gameId: string, gameweek: number): AsyncGenerator<SettledRow[]> {
  return pieces(0, 'ordinal', async (after) => {
    const { rows } = await db.raw(
      `select ordinal, points, earned from entry_gameweeks
       where game_id = ? and gameweek = ? and ordinal > ? order by ordinal limit ?`,
      [gameId, gameweek, after, PIECE],
    );
    return rows;
  });
}

/** The ordinals up to `count` whose payment a reorganisation removed. */
export async function suspendedOrdinals(db: Knex, gameId: string, count: number): Promise<number[]> {
  const { rows } = await db.raw(
    'select ordinal from entries where game_id = ? and ordinal <= ? and suspended_at is not null',
    [gameId, count],
  );
  return rows.map((row: { ordinal: number }) => row.ordinal);
}

async function* pieces<K extends string, R extends Record<K, number>>(
  start: number,
  key: K,
  read: (after: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let after = start;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PIECE) return;
    after = last[key];
  }
}
