import type { MyPrize } from '@touchline/api/http/prizes';

const PREFIX = 'touchline.prizes-seen.';

/**
 * Returns the prizes that were not in the wallet's previous list in this browser, and stores the list. Empty on the first visit of the
 * wallet: there is no previous list.
 */
export function takeNewPrizes(storage: Storage, wallet: string, prizes: readonly MyPrize[]): MyPrize[] {
  const key = PREFIX + wallet;
  const seen = storage.getItem(key)?.split(',');
  try {
    storage.setItem(key, prizes.map(({ participation_id }) => participation_id).join());
  } catch {
    // The storage is full: the next visit shows the same prizes.
  }
  return seen ? prizes.filter(({ participation_id }) => !seen.includes(participation_id)) : [];
}
