import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import { toWalletBytes } from '../games/wallet-bytes.ts';

/** A wallet's history as games knows it. */
export interface StoredHistory {
  version: number;
  steps: CoefficientStep[];
  /** How many participations this version changed. */
  updated_participations: number;
  /** The version that the games have been updated to. */
  applied_version: number;
}

/** The history of a wallet, created when missing and locked until the transaction ends. */
export async function lockHistory(trx: Knex.Transaction, wallet: string): Promise<StoredHistory> {
  const history = await queryOne<StoredHistory>(
    trx,
    `insert into wallet_coefficients (wallet_address) values (?)
     on conflict (wallet_address) do update set wallet_address = excluded.wallet_address
     returning version, steps, updated_participations, applied_version`,
    [wallet],
  );
  return history!;
}

/** Replaces the history of a wallet, which the transaction has locked. */
export async function storeHistory(
  trx: Knex.Transaction,
  wallet: string,
  { version, steps, updated_participations }: Omit<StoredHistory, 'applied_version'>,
): Promise<void> {
  await trx.raw(
    `update wallet_coefficients set version = :version, steps = :steps, updated_participations = :updated_participations
     where wallet_address = :wallet`,
    { wallet, version, steps: JSON.stringify(steps), updated_participations },
  );
}

/** The stored version and the one applied to the games; undefined for a wallet without history. */
export function readHistoryVersions(
  db: Database,
  wallet: string,
): Promise<Pick<StoredHistory, 'version' | 'applied_version'> | undefined> {
  return queryOne(db, 'select version, applied_version from wallet_coefficients where wallet_address = ?', [
    wallet,
  ]);
}

/** The version applied to the games, by wallet. */
export async function readAppliedVersions(
  db: Database,
  wallets: readonly string[],
): Promise<Map<string, number>> {
  const rows = await query<{ wallet_address: string; applied_version: number }>(
    db,
    'select wallet_address, applied_version from wallet_coefficients where wallet_address = any(?)',
    [[...wallets]],
  );
  return new Map(rows.map(({ wallet_address, applied_version }) => [wallet_address, applied_version]));
}

/** All games that can still change have this version. */
export async function markApplied(db: Database, wallet: string, version: number): Promise<void> {
  await db.raw(
    'update wallet_coefficients set applied_version = greatest(applied_version, ?) where wallet_address = ?',
    [version, wallet],
  );
}

/** The committed steps of a wallet. */
export async function readSteps(db: Database, wallet: string): Promise<CoefficientStep[]> {
  const row = await queryOne<{ steps: CoefficientStep[] }>(
    db,
    'select steps from wallet_coefficients where wallet_address = ?',
    [wallet],
  );
  return row?.steps ?? [];
}

export interface OpenEntry {
  game_id: string;
  ordinal: number;
  suspended: boolean;
}

/** The entries of a wallet in games whose standings can still change. */
export function readOpenEntries(db: Database, wallet: string): Promise<OpenEntry[]> {
  return query(
    db,
    `select game_id, ordinal, suspended_at is not null as suspended from entries join games on games.id = game_id
     where wallet = ? and settlement <> 'FINAL' and status <> 'CANCELLED' order by game_id`,
    [toWalletBytes(wallet)],
  );
}

/** An entry at a version of its game. */
export interface EntryVersion {
  game_id: string;
  game_version: number;
  ordinal: number;
}

/** The coefficient of an entry differs from this version of the game on. */
export async function insertCoefficientChange(trx: Knex.Transaction, change: EntryVersion): Promise<void> {
  await trx.raw(
    'insert into coefficient_changes (game_id, game_version, ordinal) values (:game_id, :game_version, :ordinal)',
    { ...change },
  );
}

/** Points and coefficient of an entry's settled gameweeks. */
export function readSettledCoefficients(
  db: Database,
  gameId: string,
  ordinal: number,
): Promise<{ gameweek: number; points: number; coefficient: number }[]> {
  return query(
    db,
    // Through the few settled gameweeks: the key of the large table is game, gameweek, ordinal.
    `select gameweek, points, coefficient from settled_gameweeks join entry_gameweeks using (game_id, gameweek)
     where game_id = ? and ordinal = ?`,
    [gameId, ordinal],
  );
}

/** Corrects the coefficient of a settled gameweek; cached standings read that gameweek again. */
export async function correctSettled(
  trx: Knex.Transaction,
  at: EntryVersion & { gameweek: number },
  { coefficient, earned }: { coefficient: number; earned: number },
): Promise<void> {
  await trx.raw(
    `update entry_gameweeks set coefficient = :coefficient, earned = :earned
     where game_id = :game_id and gameweek = :gameweek and ordinal = :ordinal`,
    { ...at, coefficient, earned },
  );
  await trx.raw(
    'update settled_gameweeks set game_version = :game_version where game_id = :game_id and gameweek = :gameweek',
    { ...at },
  );
}
