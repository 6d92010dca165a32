const UNITS = [
  { from: 1_000_000, suffix: 'M' },
  { from: 1_000, suffix: 'K' },
];

/** Whole tokens with K and M (STAKE-17), at most two decimals, never rounded up: 2500 -> "2.5K", 999999 -> "999.99K". */
export function shortAmount(tokens: string | number): string {
  const value = Number(tokens);
  const unit = UNITS.find(({ from }) => value >= from);
  // Dividing first would make 1.15 of 1150; a hundred times as much is exact for what is shown.
  const hundredths = Math.floor((value * 100) / (unit?.from ?? 1));
  return `${hundredths / 100}${unit?.suffix ?? ''}`;
}

/** An exact amount with its thousands set apart: "12345.678" -> "12,345.678". */
export function exactAmount(tokens: string): string {
  const [whole = '0', fraction] = tokens.split('.');
  const grouped = BigInt(whole).toLocaleString('en-GB');
  return fraction ? `${grouped}.${fraction}` : grouped;
}
