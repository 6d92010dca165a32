import { stakesChanged } from '@touchline/api/events/staking';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { stakeRejection } from '@touchline/rules/stakes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { holdSeason, type SeenSeason } from '../seasons/seasons.store.ts';
import { type OwedReason, refusalOfTransfer } from '../stakes/owed.store.ts';
import type { StoredStake } from '../stakes/stake.ts';
import {
  activeTotal,
  insertStake,
  lockWallet,
  raiseWalletVersion,
  stakeOfTransfer,
} from '../stakes/stakes.store.ts';
import { updateSuspension } from './suspensions.ts';

/** What a transfer to the staking wallet led to. */
export type Accepted =
  | { kind: 'stake'; stake: StoredStake; created: boolean }
  /** It is listed as owed back. */
  | { kind: 'owed'; reason: OwedReason }
  /** A reorganisation removed it. */
  | { kind: 'orphaned' }
  /** The season, or whether it is over, is not known yet, so neither is the end of a lock. */
  | { kind: 'waiting' };

export interface AcceptDeps {
  db: Database;
  ledger: Ledger;
  payouts: Payouts;
  now: () => number;
}

/** Makes a transfer in the ledger a stake of its sender, or lists it as owed back; each transfer once (game rules 6). */
export async function acceptTransfer(
  { db, ledger, payouts, now }: AcceptDeps,
  { id, tx_hash }: Pick<StoredTransfer, 'id' | 'tx_hash'>,
): Promise<Accepted> {
  return db.transaction(async (trx) => {
    // Always in this order: transaction, season, wallet.
    await ledger.lock(trx, [tx_hash]);
    const transfer = (await ledger.findTransfers(trx, tx_hash)).find((each) => each.id === id);
    if (!transfer || transfer.state === 'ORPHANED') return { kind: 'orphaned' };
    const season = await holdSeason(trx);
    if (!season || (now() >= season.ends_at && season.seen_at < season.ends_at)) return { kind: 'waiting' };
    await lockWallet(trx, transfer.sender);
    const decided = await outcomeOf(trx, transfer);
    if (decided) return decided;
    await ledger.markAssigned(trx, id);
    return decide(trx, payouts, transfer, season, now());
  });
}

/** What was decided about the transfer before; null when nothing was. */
async function outcomeOf(trx: Knex.Transaction, transfer: StoredTransfer): Promise<Accepted | null> {
  await updateSuspension(trx, transfer.id, transfer.sender);
  const stake = await stakeOfTransfer(trx, transfer.id);
  if (stake) return { kind: 'stake', stake, created: false };
  const reason = await refusalOfTransfer(trx, transfer.id);
  return reason && { kind: 'owed', reason };
}

async function decide(
  trx: Knex.Transaction,
  payouts: Payouts,
  { id, sender, amount, block_number }: StoredTransfer,
  season: SeenSeason,
  now: number,
): Promise<Accepted> {
  const reason =
    now >= season.ends_at ? 'SEASON_OVER' : stakeRejection(amount, await activeTotal(trx, sender));
  if (reason) {
    const due = { transfer_id: id, recipient: sender, amount, from_block: block_number, about: null };
    await payouts.upsert(trx, [{ ...due, kind: 'REFUND', reason }]);
    return { kind: 'owed', reason };
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
