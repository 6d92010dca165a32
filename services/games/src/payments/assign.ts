import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Database } from '@touchline/service-kit/database';
import { REVIVAL_MS } from '../reservations/reservation.ts';
import { unpaidReservations } from '../reservations/reservations.store.ts';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import { credit } from './credit.ts';
import { matchPayment } from './match-payment.ts';
import { owePayment } from './payments.store.ts';
import type { VerifyDeps } from './verify.ts';

/** Finds the reservations of transfers whose browser went away, and lists as owed back what matches none. */
export async function assignTransfers(deps: VerifyDeps & { db: Database }): Promise<void> {
  for (const transfer of await deps.ledger.unassigned())
    await assign(deps, transfer).catch((error: unknown) =>
      deps.log.warn({ err: error, tx_hash: transfer.tx_hash }, 'payment not matched, retrying'),
    );
}

async function assign(deps: VerifyDeps & { db: Database }, transfer: StoredTransfer): Promise<void> {
  const { db, ledger, payouts, now } = deps;
  const paidAt = transfer.block_time + CLOCK_TOLERANCE_MS;
  const reservations = await unpaidReservations(db, transfer.sender, paidAt, REVIVAL_MS);
  const match = matchPayment(transfer, reservations, now());
  if ('pays' in match) await credit(deps, match.pays, transfer.tx_hash, null);
  if ('owed' in match)
    await db.transaction(async (trx) => {
      await ledger.lock(trx, transfer.tx_hash);
      await ledger.markAssigned(trx, transfer.id);
      await owePayment(trx, payouts, transfer.id, match.owed);
    });
}
