import { TouchlineError } from '@touchline/api/errors';
import type { LedgerTransaction } from '@touchline/chain-ledger/ledger';
import type { PendingState } from '@touchline/chain-ledger/transfer';
import type { Database } from '@touchline/service-kit/data/database';
import type { Log } from '@touchline/service-kit/process/log';
import { waitAtMost } from '@touchline/service-kit/process/shared-work';
import type { Reservation } from '../reservations/reservation.ts';
import {
  endReservation,
  lockReservation,
  markKnown,
  markMissing,
} from '../reservations/reservations.store.ts';
import type { Credit, CreditDeps, PaymentOutcome } from './credit.ts';

export interface VerifyDeps extends CreditDeps {
  credit: Credit;
  db: Database;
  log: Log;
}

/** Longest time a request waits for the chain. The worker keeps checking afterwards. */
const CHAIN_TIMEOUT_MS = 8_000;
const PENDING: PaymentOutcome = { state: 'PENDING' };

/**
 * Reads the transaction of a reservation from the chain, and updates the reservation if it is SUBMITTED. Ends with TX_NOT_FOUND
 * when no RPC knows the transaction after the hold; a later payment still counts.
 */
export async function verifyReservation(deps: VerifyDeps, reservation: Reservation): Promise<PaymentOutcome> {
  const hash = reservation.tx_hash!;
  const lookup = await findTransaction(deps, reservation);
  if (lookup === null) {
    await markMissing(deps.db, reservation, null);
    return PENDING;
  }
  const { transaction, pending } = lookup;
  if (pending === 'expected') await markKnown(deps.db, reservation, deps.now());
  if (transaction.state === 'missing') {
    if (pending !== 'expected') await markMissing(deps.db, reservation, deps.now());
    const ended = reservation.expires_at <= deps.now() && (await expire(deps, reservation));
    // A transaction that pays in another way, such as through a bundler, may still be mined.
    return ended && pending === 'missing' ? { state: 'ENDED', failure: 'TX_NOT_FOUND' } : PENDING;
  }
  if (transaction.state === 'reverted') return failReverted(deps, reservation);
  return transaction.deep ? deps.credit(reservation, hash, transaction.transfers) : PENDING;
}

interface Lookup {
  transaction: LedgerTransaction;
  /** `expected` when an RPC knows a payment of the reservation's wallet. */
  pending: PendingState;
}

/** Resolves to null while the chain is unreachable. */
async function findTransaction(deps: VerifyDeps, reservation: Reservation): Promise<Lookup | null> {
  try {
    return await waitAtMost(CHAIN_TIMEOUT_MS, readChain(deps, reservation));
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    deps.log.debug({ cause: String(error.cause) }, 'payment verification waits for the chain');
    return null;
  }
}

async function readChain(
  { ledger, payouts }: VerifyDeps,
  { tx_hash, wallet_address, fee }: Reservation,
): Promise<Lookup> {
  const transaction = await ledger.findTransaction(tx_hash!);
  if (transaction.state === 'missing')
    return { transaction, pending: await ledger.findPending(tx_hash!, wallet_address, fee) };
  // A refund may have been sent without being reported.
  if (await payouts.hasUnstartedPayout(tx_hash!)) await payouts.catchUp();
  const transfers = transaction.state === 'mined' ? transaction.transfers : [];
  const isExpected = transfers.some(({ sender }) => sender === wallet_address);
  return { transaction, pending: isExpected ? 'expected' : 'other' };
}

async function failReverted(
  deps: VerifyDeps,
  { id, game_id, tx_hash }: Reservation,
): Promise<PaymentOutcome> {
  await deps.writes.run(game_id, async (trx) => {
    const locked = await lockReservation(trx, id);
    if (locked?.state !== 'SUBMITTED' || locked.tx_hash !== tx_hash) return;
    await endReservation(trx, locked, { state: 'FAILED', failure: 'TX_REVERTED', at: deps.now() });
    deps.metrics.ended.inc({ outcome: 'TX_REVERTED' });
  });
  return { state: 'ENDED', failure: 'TX_REVERTED' };
}

/**
 * Frees the seat of a payment that is not mined at the end of its hold. A later payment still counts.
 * @returns true if the reservation has ended with this hash
 */
async function expire(deps: VerifyDeps, { id, game_id, tx_hash }: Reservation): Promise<boolean> {
  return deps.writes.run(game_id, async (trx) => {
    const locked = await lockReservation(trx, id);
    if (locked?.tx_hash !== tx_hash) return false;
    if (locked.state !== 'SUBMITTED') return locked.state === 'EXPIRED';
    if (locked.expires_at > deps.now()) return false;
    await endReservation(trx, locked, { state: 'EXPIRED', at: deps.now() });
    deps.metrics.ended.inc({ outcome: 'EXPIRED' });
    return true;
  });
}
