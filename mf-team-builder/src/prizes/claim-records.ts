/** Hashes of sent claims, by entry. A reload or another tab continues from them, so that a claim is not sent twice. */
const PREFIX = 'touchline.claim.';
const HASH = /^0x[0-9a-f]{64}$/i;

export const claimRecords = {
  find(participationId: string): string | null {
    const hash = localStorage.getItem(PREFIX + participationId);
    return hash !== null && HASH.test(hash) ? hash : null;
  },
  save(participationId: string, hash: string): void {
    try {
      localStorage.setItem(PREFIX + participationId, hash);
    } catch {
      // Without storage, the vault still rejects a second payment.
    }
  },
  remove(participationId: string): void {
    localStorage.removeItem(PREFIX + participationId);
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
