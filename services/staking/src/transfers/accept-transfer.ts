import { stakesChanged } from '@touchline/api/events/staking';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { stakeRejection } from '@touchline/rules/stakes';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { lockSeason, type SeenSeason } from '../seasons/seasons.store.ts';
import type { StoredStake } from '../stakes/stake.ts';
import {
  findStakeByTransfer,
  insertStake,
  lockWallet,
  raiseWalletVersion,
  sumActiveStakes,
} from '../stakes/stakes.store.ts';
import { findRefundReason, type PendingReason } from '../stakes/wallet-payouts.store.ts';
import { updateSuspension } from './suspensions.ts';

/** The outcome of a transfer to the staking wallet. */
export type Accepted =
  | { kind: 'stake'; stake: StoredStake; created: boolean }
  /** The transfer is listed for a refund. */
  | { kind: 'refund'; reason: PendingReason }
  /** The transfer tops up the staking wallet. */
  | { kind: 'top-up' }
  /** A reorganisation removed the transfer. */
  | { kind: 'orphaned' }
  /** The end of the season is not confirmed yet, so the end of a lock is unknown. */
  | { kind: 'waiting' };

export interface AcceptDeps {
  db: Database;
  ledger: Ledger;
  payouts: Payouts;
  /** Wallets in lower case whose transfers top up the staking wallet: the treasury, and those that the operator lists. */
  funders: ReadonlySet<string>;
  now: () => number;
}

/** Turns a recorded transfer into a stake of its sender, a refund or a top-up. Idempotent per transfer (game rules 6). */
export async function acceptTransfer(
  { db, ledger, payouts, funders, now }: AcceptDeps,
  { id, tx_hash }: Pick<StoredTransfer, 'id' | 'tx_hash'>,
): Promise<Accepted> {
  return db.transaction(async (trx) => {
    // Lock order: transaction, season, wallet.
    await ledger.lock(trx, [tx_hash]);
    const transfer = (await ledger.findTransfers(trx, tx_hash)).find((each) => each.id === id);
    if (!transfer || transfer.state === 'ORPHANED') return { kind: 'orphaned' };
    const season = await lockSeason(trx);
    if (!season || (now() >= season.ends_at && season.seen_at < season.ends_at)) return { kind: 'waiting' };
    await lockWallet(trx, transfer.sender);
    const outcome = await findOutcome(trx, transfer);
    if (outcome) return outcome;
    await ledger.markAssigned(trx, id);
    if (funders.has(transfer.sender)) return { kind: 'top-up' };
    return decide(trx, payouts, transfer, season, now());
  });
}

/** The earlier decision about the transfer; null when there is none. */
async function findOutcome(trx: Knex.Transaction, transfer: StoredTransfer): Promise<Accepted | null> {
  await updateSuspension(trx, transfer.id, transfer.sender);
  const stake = await findStakeByTransfer(trx, transfer.id);
  if (stake) return { kind: 'stake', stake, created: false };
  const reason = await findRefundReason(trx, transfer.id);
  if (reason) return { kind: 'refund', reason };
  const row = await queryOne<{ assigned: boolean }>(
    trx,
    'select assigned from ledger_transfers where id = ?',
    [transfer.id],
  );
  return row?.assigned ? { kind: 'top-up' } : null;
}

async function decide(
  trx: Knex.Transaction,
  payouts: Payouts,
  { id, sender, amount, block_number }: StoredTransfer,
  season: SeenSeason,
  now: number,
): Promise<Accepted> {
  const reason =
    now >= season.ends_at ? 'SEASON_OVER' : stakeRejection(amount, await sumActiveStakes(trx, sender));
  if (reason) {
    const due = { transfer_id: id, recipient: sender, amount, from_block: block_number, about: null };
    await payouts.upsert(trx, [{ ...due, kind: 'REFUND', reason }]);
    return { kind: 'refund', reason };
  }
  const stake = await insertStake(trx, {
    transfer_id: id,
    wallet_address: sender,
    season: season.id,
    amount,
    recorded_at: now,
    lock_end: season.ends_at,
  });
  await raiseWalletVersion(trx, sender);
  await writeOutbox(trx, stakesChanged, { wallet: sender });
  return { kind: 'stake', stake, created: true };
}
