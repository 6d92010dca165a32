import { randomUUID } from 'node:crypto';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredStake } from './stake.ts';

const COLUMNS = `stakes.id, stakes.wallet_address, stakes.amount,
  recorded_at, lock_end, stakes.state`;

/** Not unlocked, not suspended, and not set inactive by an admin. */
export const ACTIVE = "(state = 'ACTIVE' and counts)";

type Row = Omit<StoredStake, 'amount'> & { amount: string };
const toStake = (row: Row): StoredStake => ({ ...row, amount: BigInt(row.amount) });

/** Locks the wallet until the transaction ends. */
export async function lockWallet(trx: Knex.Transaction, wallet: string): Promise<void> {
  await trx.raw(
    `insert into wallets (wallet_address) values (?)
     on conflict (wallet_address) do update set wallet_address = excluded.wallet_address`,
    [wallet],
  );
}

/** Increments the version of a wallet whose active stakes have changed or whose stake was edited. */
export async function raiseWalletVersion(trx: Knex.Transaction, wallet: string): Promise<void> {
  await trx.raw('update wallets set version = version + 1 where wallet_address = ?', [wallet]);
}

/** The active stakes of a wallet, latest first. */
export async function findActiveStakes(db: Knex, wallet: string): Promise<StoredStake[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from stakes where wallet_address = ? and ${ACTIVE} order by recorded_at desc, id`,
    [wallet],
  );
  return rows.map(toStake);
}

/** The total of a wallet's active stakes in wei. */
export async function sumActiveStakes(db: Knex, wallet: string): Promise<bigint> {
  const sum = await queryOne<{ total: string }>(
    db,
    `select coalesce(sum(amount), 0) as total from stakes where wallet_address = ? and ${ACTIVE}`,
    [wallet],
  );
  return BigInt(sum!.total);
}

/** The stake created from a transfer. */
export async function findStakeByTransfer(db: Knex, transferId: number): Promise<StoredStake | null> {
  const row = await queryOne<Row>(db, `select ${COLUMNS} from stakes where transfer_id = ?`, [transferId]);
  return row ? toStake(row) : null;
}

/** The stake created from a wallet's transfer of exactly this amount. Suspended stakes are excluded. */
export async function findStakeByHash(
  db: Knex,
  paid: { hash: string; wallet: string; amount: bigint },
): Promise<StoredStake | null> {
  const row = await queryOne<Row>(
    db,
    `select ${COLUMNS} from stakes join ledger_transfers on ledger_transfers.id = stakes.transfer_id
     where tx_hash = ? and sender = ? and ledger_transfers.amount = ? and stakes.state <> 'SUSPENDED'
     order by log_index limit 1`,
    [paid.hash, paid.wallet, paid.amount.toString()],
  );
  return row ? toStake(row) : null;
}

/** Stores a stake and its change of the wallet's active amount. */
export async function insertStake(
  trx: Knex.Transaction,
  stake: Omit<StoredStake, 'id' | 'state'> & { transfer_id: number; season: string },
): Promise<StoredStake> {
  const id = randomUUID();
  await trx.raw(
    `insert into stakes (id, transfer_id, wallet_address, season, amount, recorded_at, lock_end, state)
     values (:id, :transfer_id, :wallet_address, :season, :amount, :recorded_at, :lock_end, 'ACTIVE')`,
    {
      ...stake,
      id,
      amount: stake.amount.toString(),
      recorded_at: new Date(stake.recorded_at),
      lock_end: new Date(stake.lock_end),
    },
  );
  await insertChange(trx, id, stake.recorded_at, stake.amount);
  const { wallet_address, amount, recorded_at, lock_end } = stake;
  return { id, wallet_address, amount, recorded_at, lock_end, state: 'ACTIVE' };
}

/** Records that the stake changes its wallet's active amount by `delta` wei from `at` on. */
export async function insertChange(trx: Knex.Transaction, stakeId: string, at: number, delta: bigint) {
  await trx.raw('insert into stake_changes (stake_id, at, delta) values (?, ?, ?)', [
    stakeId,
    new Date(at),
    delta.toString(),
  ]);
}

/** SQL for the interest of `stakes` with their transfers `t`, in wei, from recording to the time `end`, as in `stakeInterest`. */
export const sumInterest = (end: string) =>
  `coalesce(sum(trunc(
     t.amount * 3 * greatest(0, extract(epoch from ${end} - recorded_at)) / (100.0 * 365 * 86400))), 0)`;

/** Principal of all stakes that are locked, and their interest until the end of the lock, in wei. */
export async function sumLockedStakes(db: Knex): Promise<{ locked: bigint; interest: bigint }> {
  const sum = await queryOne<{ locked: string; interest: string }>(
    db,
    `select coalesce(sum(t.amount), 0) as locked, ${sumInterest('lock_end')} as interest
     from stakes join ledger_transfers as t on t.id = transfer_id where stakes.state = 'ACTIVE'`,
  );
  return { locked: BigInt(sum!.locked), interest: BigInt(sum!.interest) };
}

/** Counts all stakes, the active ones and their stakers, and sums the active ones in wei. */
export async function sumStakes(
  db: Knex,
): Promise<{ stakes: number; active: number; stakers: number; staked: bigint }> {
  const row = await queryOne<{ stakes: number; active: number; stakers: number; staked: string }>(
    db,
    `select count(*) as stakes, count(*) filter (where ${ACTIVE}) as active,
       count(distinct wallet_address) filter (where ${ACTIVE}) as stakers,
       coalesce(sum(amount) filter (where ${ACTIVE}), 0) as staked from stakes`,
  );
  return { ...row!, staked: BigInt(row!.staked) };
}
