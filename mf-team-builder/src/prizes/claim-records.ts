import { TransferError } from '@touchline/host/transfers';

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

const PREFIX = 'touchline.claim.';
const HASH = /^0x[0-9a-f]{64}$/i;

/** Creates the hashes of sent claims, by entry. A reload or another tab continues from them, so that a claim is not sent twice. */
export function createClaimRecords() {
  /** Hashes that could not be stored, for example because local storage is full. They last as long as the page. */
  const unstored = new Map<string, string>();
  const read = (key: string) => unstored.get(key) ?? localStorage.getItem(key);
  return {
    find(participationId: string): string | null {
      const hash = read(PREFIX + participationId);
      return hash !== null && HASH.test(hash) ? hash : null;
    },
    save(participationId: string, hash: string): void {
      const key = PREFIX + participationId;
      try {
        localStorage.setItem(key, hash);
        unstored.delete(key);
      } catch {
        unstored.set(key, hash);
      }
    },
    /** Removes the hash of this claim, and no other that another tab has stored in between. */
    remove(participationId: string, hash: string): void {
      const key = PREFIX + participationId;
      if (unstored.get(key) === hash) unstored.delete(key);
      if (localStorage.getItem(key) === hash) localStorage.removeItem(key);
    },
    /** Calls `listener` after changes in another tab. Returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(PREFIX)) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

export type ClaimRecords = ReturnType<typeof createClaimRecords>;
