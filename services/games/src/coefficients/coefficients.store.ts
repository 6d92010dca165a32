import type { CoefficientStep } from '@touchline/rules/stakes';
import type { Knex } from 'knex';

/** A wallet's history as games knows it. */
export interface KnownHistory {
  version: number;
  steps: CoefficientStep[];
  /** How many participations this version changed. */
  updated_participations: number;
  applied_version: number;
}

/** The history of a wallet, made when it is missing and held until the transaction ends. */
export async function lockHistory(trx: Knex.Transaction, wallet: string): Promise<KnownHistory> {
  const { rows } = await trx.raw(
    `insert into wallet_coefficients (wallet_address) values (?)
     on conflict (wallet_address) do update set wallet_address = excluded.wallet_address
     returning version, steps, updated_participations, applied_version`,
    [wallet],
  );
  return rows[0];
}

/** Replaces the history of a wallet, which the transaction holds. */
export async function storeHistory(
  trx: Knex.Transaction,
  wallet: string,
  history: Pick<KnownHistory, 'version' | 'steps' | 'updated_participations'>,
): Promise<void> {
  await trx.raw(
    `update wallet_coefficients set version = :version, steps = :steps, updated_participations = :updated
     where wallet_address = :wallet`,
    {
      wallet,
      version: history.version,
      steps: JSON.stringify(history.steps),
      updated: history.updated_participations,
    },
  );
}

/** The version that is stored and the one that the games know; null for a wallet without history. */
export async function historyVersions(
  db: Knex,
  wallet: string,
): Promise<Pick<KnownHistory, 'version' | 'applied_version'> | null> {
  const { rows } = await db.raw(
    'select version, applied_version from wallet_coefficients where wallet_address = ?',
    [wallet],
  );
  return rows[0] ?? null;
}

/** Of these wallets the version that is stored and known to the games. */
export async function appliedVersions(db: Knex, wallets: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw(
    'select wallet_address, applied_version from wallet_coefficients where wallet_address = any(?)',
    [[...wallets]],
  );
  return new Map(
    rows.map((row: { wallet_address: string; applied_version: number }) => [
      row.wallet_address,
      row.applied_version,
    ]),
  );
}

/** All games that can still change know this version. */
export async function markApplied(db: Knex, wallet: string, version: number): Promise<void> {
  await db.raw(
    'update wallet_coefficients set applied_version = greatest(applied_version, ?) where wallet_address = ?',
    [version, wallet],
  );
}

/** The steps of a wallet as they are committed. */
export async function stepsOf(db: Knex, wallet: string): Promise<CoefficientStep[]> {
  const { rows } = await db.raw('select steps from wallet_coefficients where wallet_address = ?', [wallet]);
  return rows[0]?.steps ?? [];
}

/** The entries of a wallet in games whose standings can still change. */
export async function openEntriesOf(
  db: Knex,
  wallet: string,
): Promise<{ game_id: string; ordinal: number; suspended: boolean }[]> {
  const { rows } = await db.raw(
    `select game_id, ordinal, suspended_at is not null as suspended from entries join games on games.id = game_id
     where wallet_address = ? and settlement <> 'FINAL' and status <> 'CANCELLED' order by game_id`,
    [wallet],
  );
  return rows;
}

/** The coefficient of a ordinal is another one from this version of the game on. */
export async function insertCoefficientChange(
  trx: Knex.Transaction,
  change: { game_id: string; game_version: number; ordinal: number },
): Promise<void> {
  await trx.raw(
    'insert into coefficient_changes (game_id, game_version, ordinal) values (:game_id, :game_version, :ordinal)',
    change,
  );
}

/** What the settled gameweeks of a ordinal were earned with. */
export async function settledCoefficients(
  db: Knex,
  gameId: string,
  ordinal: number,
): Promise<{ gameweek: number; points: number; coefficient: number }[]> {
  const { rows } = await db.raw(
    // by way of the few settled gameweeks: the key of the many rows is game, gameweek, ordinal
    `select gameweek, points, coefficient from settled_gameweeks join entry_gameweeks using (game_id, gameweek)
     where game_id = ? and ordinal = ?`,
    [gameId, ordinal],
  );
  return rows;
}

/** A settled gameweek of a ordinal was earned with another coefficient; views read that gameweek again. */
export async function correctSettled(
  trx: Knex.Transaction,
  at: { game_id: string; game_version: number; ordinal: number; gameweek: number },
  { coefficient, earned }: { coefficient: number; earned: number },
): Promise<void> {
  await trx.raw(
    `update entry_gameweeks set coefficient = :coefficient, earned = :earned
     where game_id = :game_id and gameweek = :gameweek and ordinal = :ordinal`,
    { ...at, coefficient, earned },
  );
  await trx.raw(
    'update settled_gameweeks set game_version = :game_version where game_id = :game_id and gameweek = :gameweek',
    at,
  );
}
