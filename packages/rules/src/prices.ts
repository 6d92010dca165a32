/** Formats a price in tenths of a million: 55 -> `£5.5m` (BUILD-18). */
export function formatPrice(tenths: number): string {
  return `£${millions(tenths)}m`;
}

/** Formats tenths of a million with one decimal and without unit: 55 -> `5.5`. */
export function millions(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** Converts a price in millions (5.5) to integer tenths (55). */
export function priceTenths(price: number): number {
  return Math.round(price * 10);
}
