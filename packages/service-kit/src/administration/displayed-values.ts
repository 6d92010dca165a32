// Values as the dashboard displays them, in the en-US format (1,234.57 and Sep 1, 2026), and matchers for the searches of
// administrators' lists. Plain numbers and ISO days match too.

const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats the day of an instant (epoch ms) in UTC: "Sep 1, 2026". */
export const formatDay = (ms: number): string => DAY.format(ms);

/**
 * Reads a search as part of an amount, without grouping commas and unit; null if it is not a number.
 * @param search in lower case
 */
export function readSearchedAmount(search: string): string | null {
  const wanted = search.replaceAll(',', '').replace(/(?<=\d) ?ft$/, '');
  return /^[\d.]+$/.test(wanted) ? wanted : null;
}

/**
 * Creates a matcher for decimal strings, which are displayed with two decimals.
 * @param search in lower case
 */
export function createAmountMatcher(search: string): (amount: string) => boolean {
  const wanted = readSearchedAmount(search);
  if (wanted === null) return () => false;
  return (amount) =>
    amount.includes(wanted) || (/\.\d{3}/.test(amount) && Number(amount).toFixed(2).includes(wanted));
}

/**
 * Creates a matcher for instants (epoch ms) by their day in UTC.
 * @param search in lower case
 */
export const createDayMatcher =
  (search: string) =>
  (ms: number): boolean =>
    [new Date(ms).toISOString().slice(0, 10), formatDay(ms).toLowerCase()].some((text) =>
      text.includes(search),
    );
