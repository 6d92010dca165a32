import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query, queryOne, toWalletBytes } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Stored coefficient history of a wallet. */
export interface StoredHistory {
  version: number;
  steps: CoefficientStep[];
  /** Number of participations that this version changed. */
  updated_participations: number;
  /** Version that has been applied to the wallet's games. */
  applied_version: number;
}

/** An edit of a stake of the wallet by an administrator. Times in ISO format. */
export interface StakeEdit {
  at: string;
  admin: string;
  /** When it has lost its effect; null while the stake is locked. */
  until: string | null;
}

/** Reads the history of a wallet and locks it until the transaction ends; created if missing. */
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

/** Replaces the history of a wallet that the transaction has locked. */
export async function storeHistory(
  trx: Knex.Transaction,
  wallet: string,
  history: Omit<StoredHistory, 'applied_version'> & { edits: readonly StakeEdit[] },
): Promise<void> {
  await trx.raw(
    `update wallet_coefficients set version = :version, steps = :steps, edits = :edits,
       updated_participations = :updated_participations where wallet_address = :wallet`,
    { ...history, wallet, steps: JSON.stringify(history.steps), edits: JSON.stringify(history.edits) },
  );
}

type HistoryVersions = Pick<StoredHistory, 'version' | 'applied_version'>;

/** Reads the stored and the applied versions of histories, by wallet. */
export async function readHistoryVersions(
  db: Database,
  wallets: readonly string[],
): Promise<Map<string, HistoryVersions>> {
  const rows = await query<HistoryVersions & { wallet_address: string }>(
    db,
    'select wallet_address, version, applied_version from wallet_coefficients where wallet_address = any(?)',
    [[...wallets]],
  );
  return new Map(rows.map((row) => [row.wallet_address, row]));
}

/** Marks a version as applied to all games whose prizes are not settled. */
export async function markApplied(db: Database, wallet: string, version: number): Promise<void> {
  await db.raw(
    'update wallet_coefficients set applied_version = greatest(applied_version, ?) where wallet_address = ?',
    [version, wallet],
  );
}

/** Reads the committed steps of a wallet. */
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

/** Reads the entries of a wallet in games whose prizes are not settled. */
export function readOpenEntries(db: Database, wallet: string): Promise<OpenEntry[]> {
  return query(
    db,
    `select game_id, ordinal, suspended_at is not null as suspended from entries join games on games.id = game_id
     where wallet = ? and status <> 'CANCELLED' and (prize_state is null or prize_state = 'REVIEW') order by game_id`,
    [toWalletBytes(wallet)],
  );
}

/** An entry at a version of its game. */
export interface EntryVersion {
  game_id: string;
  game_version: number;
  ordinal: number;
}

/** Records that the coefficient of an entry changes with this version of the game. */
export async function insertCoefficientChange(trx: Knex.Transaction, change: EntryVersion): Promise<void> {
  await trx.raw(
    'insert into coefficient_changes (game_id, game_version, ordinal) values (:game_id, :game_version, :ordinal)',
    { ...change },
  );
}

/** Reads points, coefficient and cut-off of an entry's settled gameweeks. */
export function readSettledCoefficients(
  db: Database,
  gameId: string,
  ordinal: number,
): Promise<{ gameweek: number; points: number; coefficient: number; stake_cut_off: number | null }[]> {
  return query(
    db,
    // Starts from the few settled gameweeks, because the key of the large table is (game, gameweek, ordinal).
    `select gameweek, points, coefficient, stake_cut_off from settled_gameweeks join entry_gameweeks using (game_id, gameweek)
     where game_id = ? and ordinal = ?`,
    [gameId, ordinal],
  );
}

/** Corrects the coefficient of a settled gameweek; cached standings reload that gameweek. */
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
