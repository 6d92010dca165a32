/**
 * Formats a decimal with one or two places as the API does: Python rounds exact halves to even, toFixed rounds them up.
 */
export function decimal(value: number, places: 1 | 2): string {
  const scale = 10 ** places;
  const floor = Math.floor(value * scale);
  // A double can be an exact half only if it is an odd multiple of 1/4 (or 1/8).
  const half = places === 1 ? value * 4 : value * 8;
  if (Number.isInteger(half) && Math.abs(half) % 2 === 1 && value * scale - floor === 0.5)
    return ((floor % 2 === 0 ? floor : floor + 1) / scale).toFixed(places);
  return (value + 0).toFixed(places);
}

/** The same rounding as a number, for the `_per_90` fields. */
export function rounded(value: number, places: 1 | 2): number {
  return Number(decimal(value, places));
}

/** ISO 8601 UTC in whole seconds, as in the feed. */
export function isoSeconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
