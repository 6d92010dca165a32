/** A row of the staking table: whole tokens from `min` up to (not including) the next row's `min`. */
export interface Tier {
  min: number;
  /** Last whole token of the tier; null if there is no upper bound. */
  max: number | null;
  label: string;
  /** Hex colour of its badge. */
  color: string;
  coefficient_thousandths: number;
}

const row = (label: string, min: number, coefficient_thousandths: number, color: string) => ({
  label,
  min,
  coefficient_thousandths,
  color,
});

const ROWS = [
  row('No Tier', 0, 1000, '#93A3B6'),
  row('Bronze', 1_000, 1050, '#C98A5B'),
  row('Silver', 2_000, 1055, '#B8C4D2'),
  row('Gold', 5_000, 1065, '#F5C84B'),
  row('Platinum', 8_000, 1070, '#8FD6D2'),
  row('Diamond', 11_000, 1075, '#6CB6FF'),
  row('Master', 30_000, 1080, '#9C8CFF'),
  row('Grandmaster', 50_000, 1085, '#C77DFF'),
  row('Legend', 80_000, 1090, '#FF8FB1'),
  row('Mythic', 100_000, 1095, '#FF6170'),
  row('Transcendent', 150_000, 1100, '#FFA94D'),
  row('Celestial', 200_000, 1150, '#4DD4FF'),
  row('Divine', 300_000, 1200, '#2BD576'),
  row('Supreme', 500_000, 1250, '#F5E663'),
];

/** The staking table in ascending order (STAKE-16). */
export const TIERS: readonly Tier[] = ROWS.map((tier, index) => ({
  ...tier,
  max: index + 1 < ROWS.length ? (ROWS[index + 1] as Tier).min - 1 : null,
}));

/** Minimum stake, in whole tokens. */
export const MIN_STAKE = 1_000;
/** Maximum total stake of a wallet, in whole tokens. */
export const MAX_STAKE = 10_000_000;

/**
 * Finds the tier of a total active stake. Tiers start at whole tokens: 1999.99 is still Bronze.
 * @param wholeTokens the total; may be fractional
 */
export function findTier(wholeTokens: number): Tier {
  return TIERS.findLast((tier) => wholeTokens >= tier.min) ?? (TIERS[0] as Tier);
}

/** Formats a coefficient with all its decimals: 1.055 -> `1.055x`, 1 -> `1x`. */
export function formatCoefficient(coefficient: number): string {
  return `${Number(coefficient.toFixed(3))}x`;
}

/** Returns the tier after `tier`; null for the highest one. */
export function nextTier(tier: Tier): Tier | null {
  return TIERS[TIERS.findIndex((row) => row.min === tier.min) + 1] ?? null;
}
