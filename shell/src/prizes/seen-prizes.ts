import type { MyPrize } from '@touchline/api/http/prizes';
import { tryStore } from '../storage.ts';

const PREFIX = 'touchline.prizes-seen.';

/**
 * Returns the prizes that were not in the wallet's previous list in this browser, and stores the list. Empty on the first visit of the
 * wallet: there is no previous list.
 */
export function takeNewPrizes(storage: Storage, wallet: string, prizes: readonly MyPrize[]): MyPrize[] {
  const key = PREFIX + wallet;
  const seen = storage.getItem(key)?.split(',');
  // If the storage is full, the next visit shows the same prizes.
  tryStore(storage, key, prizes.map(({ participation_id }) => participation_id).join());
  return seen ? prizes.filter(({ participation_id }) => !seen.includes(participation_id)) : [];
}
