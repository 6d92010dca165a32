import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query } from '@touchline/service-kit/data/database';

/** Rows per statement: a game of a million entries is read in batches. */
const BATCH_SIZE = 20_000;

/** Columns of an entry that administrators may change; owners may change the name. */
export interface EditedRow {
  ordinal: number;
  team_name: string;
  entry_points: number;
}

/** Reads the changes of administrators and owners to the first `count` entries after a version of the game. */
export function readEditedSince(
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

/** Reads all lineups of a game up to a version; those of an entry are in the order of saving. */
export async function* readLineupsUpTo(
  db: Database,
  gameId: string,
  to: number,
): AsyncGenerator<LineupRow[]> {
  yield* readBatches(0, 'ordinal', (after) =>
    query<LineupRow>(
      db,
      `select ordinal, first_gameweek as effective_gameweek, first_lineup as lineup from entries
       where game_id = ? and ordinal > ? and first_version <= ? order by ordinal limit ?`,
      [gameId, after, to, BATCH_SIZE],
    ),
  );
  yield* readBatches(-1, 'game_version', (after) =>
    query<LineupRow & { game_version: number }>(
      db,
      `select ordinal, game_version, effective_gameweek, lineup from later_lineups
       where game_id = ? and game_version > ? and game_version <= ? order by game_version limit ?`,
      [gameId, after, to, BATCH_SIZE],
    ),
  );
}

/** Joins by the wallet's text, so that a few entries find their histories by index. */
const STAKED = "entries join wallet_coefficients as c on c.wallet_address = '0x' || encode(wallet, 'hex')";

export interface CoefficientRow {
  ordinal: number;
  steps: CoefficientStep[];
}

/** Reads the coefficient histories of the entries after an ordinal; only wallets that have ever staked have one. */
export function readCoefficientsAfter(
  db: Database,
  gameId: string,
  ordinal: number,
): Promise<CoefficientRow[]> {
  return query(db, `select ordinal, steps from ${STAKED} where game_id = ? and ordinal > ?`, [
    gameId,
    ordinal,
  ]);
}

/** Reads the histories that changed after one version of the game and up to another. */
export function readCoefficientChanges(
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

/** Reads the gameweeks that were settled after one version of the game and up to another. */
export async function readSettledGameweeks(
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

/** Reads the ordinals of suspended and excluded entries among the first `count`. */
export async function readUnrankedOrdinals(db: Database, gameId: string, count: number): Promise<number[]> {
  const rows = await query<{ ordinal: number }>(
    db,
    'select ordinal from entries where game_id = ? and ordinal <= ? and (suspended_at is not null or excluded_at is not null)',
    [gameId, count],
  );
  return rows.map(({ ordinal }) => ordinal);
}

async function* readBatches<K extends string, R extends Record<K, number>>(
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
