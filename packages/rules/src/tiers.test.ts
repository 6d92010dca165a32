import { describe, expect, it } from 'vitest';
import { findTier, formatCoefficient, nextTier, TIERS } from './tiers.ts';

/** The table of the specification. */
const TABLE: [label: string, from: number, to: number | null, coefficient: number][] = [
  ['No Tier', 0, 999, 1],
  ['Bronze', 1000, 1999, 1.05],
  ['Silver', 2000, 4999, 1.055],
  ['Gold', 5000, 7999, 1.065],
  ['Platinum', 8000, 10_999, 1.07],
  ['Diamond', 11_000, 29_999, 1.075],
  ['Master', 30_000, 49_999, 1.08],
  ['Grandmaster', 50_000, 79_999, 1.085],
  ['Legend', 80_000, 99_999, 1.09],
  ['Mythic', 100_000, 149_999, 1.095],
  ['Transcendent', 150_000, 199_999, 1.1],
  ['Celestial', 200_000, 299_999, 1.15],
  ['Divine', 300_000, 499_999, 1.2],
  ['Supreme', 500_000, null, 1.25],
];

describe('staking tiers', () => {
  it.each(TABLE)('STAKE-16 %s ranges from %i to %s', (label, from, to, coefficient) => {
    for (const tokens of [from, to ?? 10_000_000, to === null ? 500_001 : to + 0.999]) {
      const tier = findTier(tokens);
      expect([tier.label, tier.coefficient_thousandths / 1000]).toEqual([label, coefficient]);
    }
    expect(findTier(from)).toMatchObject({ min: from, max: to });
  });

  it.each(TABLE)(
    'STAKE-16 the coefficient of %s is displayed with all decimals',
    (_label, _from, _to, coefficient) => {
      expect(formatCoefficient(coefficient)).toBe(`${coefficient}x`);
    },
  );

  it('STAKE-16 there are fourteen tiers, and each except the last has a next one', () => {
    expect(TIERS).toHaveLength(14);
    expect(TIERS.map((tier) => nextTier(tier)?.label ?? null)).toEqual([
      ...TABLE.slice(1).map(([label]) => label),
      null,
    ]);
  });
});
