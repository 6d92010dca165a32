import type { ListedStake } from './listed-stakes.store.ts';

/** Format of a day in the table. Days can also be searched in ISO format. */
const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAY_MS = 86_400_000;

/**
 * Creates a filter for stakes that contain the text in a column: id, wallet, amount, day (UTC) or status.
 * @param search in lower case
 */
export function createMatcher(search: string): (stake: ListedStake) => boolean {
  const amount = search.replaceAll(',', '');
  // A search for "active" must not match "inactive", so the status is compared by prefix.
  const status = [true, false].filter((on) => (on ? 'active' : 'inactive').startsWith(search));
  const days = new Map<number, boolean>();
  const onDay = (ms: number) => {
    const day = Math.floor(ms / DAY_MS);
    let matches = days.get(day);
    if (matches === undefined) {
      const iso = new Date(day * DAY_MS).toISOString().slice(0, 10);
      matches =
        iso.includes(search) ||
        DAY.format(day * DAY_MS)
          .toLowerCase()
          .includes(search);
      days.set(day, matches);
    }
    return matches;
  };
  return ({ id, wallet_address, amount: tokens, lock_start, lock_end, is_active }) =>
    wallet_address.includes(search) ||
    id.includes(search) ||
    tokens.includes(amount) ||
    status.includes(is_active) ||
    onDay(lock_start) ||
    onDay(lock_end);
}
