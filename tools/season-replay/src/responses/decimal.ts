/**
 * Formats a decimal with one or two places like the API, which runs on Python: exact halves are rounded to even, while toFixed rounds
 * them up.
 */
export function formatDecimal(value: number, places: 1 | 2): string {
  const scale = 10 ** places;
  const floor = Math.floor(value * scale);
  // A double can be an exact half only if it is an odd multiple of 1/4 (or 1/8).
  const half = places === 1 ? value * 4 : value * 8;
  if (Number.isInteger(half) && Math.abs(half) % 2 === 1 && value * scale - floor === 0.5)
    return ((floor % 2 === 0 ? floor : floor + 1) / scale).toFixed(places);
  return (value + 0).toFixed(places);
}

/** Rounds like `formatDecimal` and returns a number, for the `_per_90` fields. */
export function round(value: number, places: 1 | 2): number {
  return Number(formatDecimal(value, places));
}

/** Formats a time as ISO 8601 UTC in whole seconds, as in the feed. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
