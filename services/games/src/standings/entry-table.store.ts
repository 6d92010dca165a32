import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query } from '@touchline/service-kit/database';

/** Rows per statement: a game of a million entries is read in batches. */
const BATCH_SIZE = 20_000;

/** What an administrator may change of an entry; its owner the name. */
export interface EditedRow {
  ordinal: number;
  team_name: string;
  entry_points: number;
}

/** What administrators and owners changed about the first `count` entries after a version of the game. */
export function editedSince(
  db: Database,
  gameId: string,
  count: number,
  version: number,
): Promise<EditedRow[]> {
  return query(
    db,
    'select ordinal, team_name, entry_points from entries where game_id = ? and ordinal <= ? and edited_version > ?',
    [gameId, count, version],
  );
}

interface LineupRow {
  ordinal: number;
  effective_gameweek: number;
  /** See `lineup-bytes.ts`. */
  lineup: Buffer;
}

/** All lineups of a game up to a version of it, those of an entry in the order in which they were saved. */
export async function* lineupsUpTo(db: Database, gameId: string, to: number): AsyncGenerator<LineupRow[]> {
  yield* batches(0, 'ordinal', (after) =>
    query<LineupRow>(
      db,
      `select ordinal, first_gameweek as effective_gameweek, first_lineup as lineup from entries
       where game_id = ? and ordinal > ? and first_version <= ? order by ordinal limit ?`,
      [gameId, after, to, BATCH_SIZE],
    ),
  );
  yield* batches(-1, 'game_version', (after) =>
    query<LineupRow & { game_version: number }>(
      db,
      `select ordinal, game_version, effective_gameweek, lineup from later_lineups
       where game_id = ? and game_version > ? and game_version <= ? order by game_version limit ?`,
      [gameId, after, to, BATCH_SIZE],
    ),
  );
}

/** By the text of the wallet: a few entries find their histories by index. */
const STAKED = "entries join wallet_coefficients as c on c.wallet_address = '0x' || encode(wallet, 'hex')";

export interface CoefficientRow {
  ordinal: number;
  steps: CoefficientStep[];
}

/** Coefficient histories of the few entries after an ordinal; only wallets that ever staked. */
export function coefficientsAfter(db: Database, gameId: string, ordinal: number): Promise<CoefficientRow[]> {
  return query(db, `select ordinal, steps from ${STAKED} where game_id = ? and ordinal > ?`, [
    gameId,
    ordinal,
  ]);
}

/** The coefficients that changed after one version of the game and up to another. */
export function coefficientsBetween(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): Promise<CoefficientRow[]> {
  return query(
    db,
    `select ordinal, steps from ${STAKED}
     where game_id = :gameId and ordinal in (select ordinal from coefficient_changes
       where game_id = :gameId and game_version > :from and game_version <= :to)`,
    { gameId, from, to },
  );
}

/** The gameweeks that were settled after one version of the game and up to another. */
export async function settledBetween(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): Promise<number[]> {
  const rows = await query<{ gameweek: number }>(
    db,
    `select gameweek from settled_gameweeks where game_id = ? and game_version > ? and game_version <= ?
     order by gameweek`,
    [gameId, from, to],
  );
  return rows.map(({ gameweek }) => gameweek);
}

/** The first `count` entries' ordinals that are suspended or excluded. */
export async function unrankedOrdinals(db: Database, gameId: string, count: number): Promise<number[]> {
  const rows = await query<{ ordinal: number }>(
    db,
    'select ordinal from entries where game_id = ? and ordinal <= ? and (suspended_at is not null or excluded_at is not null)',
    [gameId, count],
  );
  return rows.map(({ ordinal }) => ordinal);
}

async function* batches<K extends string, R extends Record<K, number>>(
  start: number,
  key: K,
  read: (after: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let after = start;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last[key];
  }
}
