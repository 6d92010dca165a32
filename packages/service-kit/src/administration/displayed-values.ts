// Values as the dashboard displays them, in the en-US format (1,234.57 and Sep 1, 2026), and matchers for the searches of
// administrators' lists. Plain numbers and ISO days match too.

const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAY_MS = 86_400_000;

/** Formats the day of an instant (epoch ms) in UTC: "Sep 1, 2026". */
export const formatDay = (ms: number): string => DAY.format(ms);

/** Removes the grouping commas of numbers. */
const removeGrouping = (search: string): string => search.replaceAll(',', '');

/**
 * Creates a matcher for decimal strings, which are displayed with two decimals.
 * @param search in lower case; a unit after the number is ignored
 */
export function createAmountMatcher(search: string): (amount: string) => boolean {
  const wanted = removeGrouping(search).replace(/(?<=\d) ?ft$/, '');
  if (!/^[\d.]+$/.test(wanted)) return () => false;
  return (amount) =>
    amount.includes(wanted) || (/\.\d{3}/.test(amount) && Number(amount).toFixed(2).includes(wanted));
}

/**
 * Creates a matcher for instants (epoch ms) by their day in UTC.
 * @param search in lower case
 */
export function createDayMatcher(search: string): (ms: number) => boolean {
  const results = new Map<number, boolean>();
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    let matches = results.get(day);
    if (matches === undefined) {
      const at = day * DAY_MS;
      const texts = [new Date(at).toISOString().slice(0, 10), formatDay(at).toLowerCase()];
      matches = texts.some((text) => text.includes(search));
      results.set(day, matches);
    }
    return matches;
  };
}
