import { TRANSACTION_HASH } from '@touchline/api/http/entries';
import { TransferError } from '@touchline/host/transfers';
import { createStoredTexts } from '../stored.ts';

/**
 * Runs `work` while no other tab of this browser claims the prize of the entry.
 * @throws TransferError if another tab does; nothing was sent
 */
export async function claimExclusively<T>(participationId: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  return locks.request(`touchline-claim-${participationId}`, { ifAvailable: true }, (lock) => {
    if (lock) return work();
    const message = 'You are claiming this prize in another tab of this browser. Continue there.';
    throw new TransferError('UNKNOWN_ERROR', message, { type: 'wallet' });
  });
}

/** Creates the hashes of sent claims, by entry. A reload or another tab continues from them, so that a claim is not sent twice. */
export function createClaimRecords() {
  const texts = createStoredTexts('touchline.claim.');
  return {
    ...texts,
    find(participationId: string): string | null {
      const hash = texts.find(participationId);
      return hash !== null && TRANSACTION_HASH.test(hash) ? hash : null;
    },
  };
}

export type ClaimRecords = ReturnType<typeof createClaimRecords>;
