import type { FollowDeps } from '../scan.ts';
import type { Heads } from '../transfer.ts';
import type { PayoutLock } from './payout.ts';
import { countSignable, findLocks, releaseLocks } from './states.store.ts';

/** A day of two-second blocks. Nodes forget pending transactions within hours. */
export const MAX_LOCK_BLOCKS = 43_200;

/**
 * Describes the lock of a payout that is given up now. Wallets number their transactions without gaps, and the RPCs may know none of
 * those that were signed for unpaid payouts, such as the parts of a batch. So the transfer of this one has at most the nonce that
 * the last of them would have, counted from the sender's next nonce.
 */
export async function createLock(
  { db, transfers, book }: FollowDeps,
  { latest }: Heads,
): Promise<PayoutLock> {
  const next = await transfers.nextNonce(book.address);
  return { block: latest, nonce: next === null ? null : next + (await countSignable(db)) - 1 };
}

/**
 * Releases the payouts whose earlier transfer can no longer be mined: its nonce is used in a final block, or a day has passed.
 * All transfers up to the final block must have been read and matched before.
 */
export async function releaseExpiredLocks(
  { db, transfers, book }: FollowDeps,
  { finalized }: Heads,
): Promise<void> {
  const locks = await findLocks(db);
  if (!locks) return;
  // Some RPCs do not store the state of the final block; then the lock ends after a day.
  const used = locks.with_nonce ? await transfers.usedNonces(book.address, finalized).catch(() => 0) : 0;
  await releaseLocks(db, finalized - MAX_LOCK_BLOCKS, used);
}
