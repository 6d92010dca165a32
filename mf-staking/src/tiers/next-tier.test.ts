import { TIERS } from '@touchline/rules/tiers';
import { tokensToWei } from '@touchline/rules/tokens';
import { describe, expect, it } from 'vitest';
import { computeMissing, computeProgress, computeStakeToReach } from './next-tier.ts';

const [none, bronze, silver] = TIERS;

describe('next tier', () => {
  it('the stake to reach a tier is the missing amount, but at least the minimum stake', () => {
    expect(computeMissing(silver!, tokensToWei('1500'))).toBe(tokensToWei('500'));
    expect(computeStakeToReach(silver!, tokensToWei('1500'))).toBe(tokensToWei('1000'));
    expect(computeStakeToReach(silver!, 0n)).toBe(tokensToWei('2000'));
  });

  it('progress is the share of the way to the next tier', () => {
    expect(computeProgress(bronze!, silver!, tokensToWei('1250'))).toBe(0.25);
    expect(computeProgress(none!, bronze!, 0n)).toBe(0);
  });
});
