import {
  createAmountMatcher,
  createDayMatcher,
} from '@touchline/service-kit/administration/displayed-values';
import type { ListedStake } from './listed-stakes.store.ts';

/**
 * Creates a filter for stakes that contain the text in a column: id, wallet, amount, day (UTC) or status.
 * @param search in lower case
 */
export function createMatcher(search: string): (stake: ListedStake) => boolean {
  // A search for "active" must not match "inactive", so the status is compared by prefix.
  const status = [true, false].filter((on) => (on ? 'active' : 'inactive').startsWith(search));
  const matchesAmount = createAmountMatcher(search);
  const matchesDay = createDayMatcher(search);
  return ({ id, wallet_address, amount, lock_start, lock_end, is_active }) =>
    wallet_address.includes(search) ||
    id.includes(search) ||
    matchesAmount(amount) ||
    status.includes(is_active) ||
    matchesDay(lock_start) ||
    matchesDay(lock_end);
}
