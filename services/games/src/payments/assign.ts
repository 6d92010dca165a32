import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import pLimit from 'p-limit';
import { findUnpaidReservations } from '../reservations/reservations.store.ts';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import { matchPayment } from './match-payment.ts';
import { findPaidReservation, recordRefund } from './payments.store.ts';
import type { VerifyDeps } from './verify.ts';

export interface AssignDeps extends VerifyDeps {
  /** Wallets in lower case whose transfers to the treasury are payments only with a reservation: the operator's, and the vault. */
  funders: ReadonlySet<string>;
}

/** Senders that are processed concurrently, so that their payments for one game share a transaction. */
const CONCURRENCY = 25;

/**
 * Assigns transfers to reservations when the browser did not submit the hash, and records a refund for transfers that match
 * none. Top-ups of the operator and pools that the prize vault returns do not count. Transfers of one sender are processed in
 * order, because each assignment affects the next.
 */
export async function assignTransfers(deps: AssignDeps): Promise<void> {
  const bySender = new Map<string, StoredTransfer[]>();
  for (const transfer of await deps.ledger.findUnassigned()) {
    const own = bySender.get(transfer.sender);
    if (own) own.push(transfer);
    else bySender.set(transfer.sender, [transfer]);
  }
  const limit = pLimit(CONCURRENCY);
  await Promise.all([...bySender.values()].map((transfers) => limit(() => assignInOrder(deps, transfers))));
}

async function assignInOrder(deps: AssignDeps, transfers: readonly StoredTransfer[]): Promise<void> {
  for (const transfer of transfers)
    await inBackgroundSpan('assign payment', () => assign(deps, transfer)).catch((error: unknown) =>
      deps.log.warn({ err: error, tx_hash: transfer.tx_hash }, 'payment match failed; will retry'),
    );
}

async function assign(deps: AssignDeps, transfer: StoredTransfer): Promise<void> {
  const { db, ledger, payouts, now } = deps;
  const paidAt = transfer.block_time + CLOCK_TOLERANCE_MS;
  const reservations = await findUnpaidReservations(db, transfer.sender, paidAt);
  if (reservations.length === 0 && deps.funders.has(transfer.sender))
    return ledger.markAssigned(db, transfer.id);
  const match = matchPayment(transfer, reservations, now());
  if ('pays' in match) await deps.credit(match.pays, transfer.tx_hash, null);
  if ('refund' in match)
    await db.transaction(async (trx) => {
      await ledger.lock(trx, [transfer.tx_hash]);
      await ledger.markAssigned(trx, transfer.id);
      // Without a reservation it is shown as a second payment for the entry that such an amount paid for last.
      const meant_for = match.refund.meant_for ?? (await findPaidReservation(trx, transfer));
      await recordRefund(trx, payouts, transfer.id, { ...match.refund, meant_for });
    });
}
