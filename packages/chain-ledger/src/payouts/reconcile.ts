import type { Knex } from 'knex';
import type { FollowDeps } from '../scan.ts';
import { matchTransfers } from './match.ts';
import { findMatchCandidates, lockMatching, markPaid, updateFromTransfers } from './states.store.ts';

/** Updates the payouts from the outgoing transfers in the ledger. */
export async function reconcile(deps: FollowDeps): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await lockMatching(trx);
    await reconcileIn(trx, deps);
  });
}

/** `reconcile` within a transaction that holds `lockMatching`. */
export async function reconcileIn(trx: Knex.Transaction, { book, log, now }: FollowDeps): Promise<void> {
  await updateFromTransfers(trx, now());
  const { payouts, transfers } = await findMatchCandidates(trx, book);
  // Payouts are locked in id order everywhere.
  const matches = matchTransfers(payouts, transfers).sort((a, b) => (a.payout.id < b.payout.id ? -1 : 1));
  for (const { payout, transfer } of matches) {
    const paid = await markPaid(trx, payout, transfer, now());
    if (paid && payout.tx_hash !== transfer.tx_hash)
      log.warn({ payout: payout.id, tx_hash: transfer.tx_hash }, 'payout matched to an unreported transfer');
  }
}
