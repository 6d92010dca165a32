/** Tenths of a million as shown: 55 -> `£5.5m` (BUILD-18). */
export function formatPrice(tenths: number): string {
  return `£${millions(tenths)}m`;
}

/** Tenths of a million with one decimal, without unit: 55 -> `5.5`. */
export function millions(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** The wire's price in millions (5.5) as integer tenths (55). */
export function priceTenths(price: number): number {
  return Math.round(price * 10);
}
