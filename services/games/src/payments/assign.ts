import { unpaidReservations } from '../reservations/reservations.store.ts';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import { credit } from './credit.ts';
import { matchPayment } from './match-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { StoredTransfer } from './transfer.ts';
import { oweTransfer, unassignedTransfers } from './transfers.store.ts';

/** A payment may come this long after its reservation was made and still be meant for it. */
const LATEST_MS = 24 * 3_600_000;

/** Finds out what the transfers are for whose browser went away, and lists as owed back what is for nothing. */
export async function assignTransfers(deps: PaymentDeps): Promise<void> {
  for (const transfer of await unassignedTransfers(deps.db, deps.receiver.chainId))
    await assign(deps, transfer).catch((error: unknown) =>
      deps.log.warn({ err: error, tx_hash: transfer.tx_hash }, 'a payment could not be matched'),
    );
}

async function assign(deps: PaymentDeps, transfer: StoredTransfer): Promise<void> {
  const { db, now } = deps;
  const paidAt = transfer.block_time + CLOCK_TOLERANCE_MS;
  const reservations = await unpaidReservations(db, transfer.sender, paidAt, LATEST_MS);
  const match = matchPayment(transfer, reservations, now());
  if ('pays' in match) await credit(deps, match.pays, transfer.tx_hash, null);
  if ('owed' in match) await oweTransfer(db, transfer.id, match.owed.reason, match.owed.refund_for);
}
