import { TIERS } from '@touchline/rules/tiers';
import { tokensToWei } from '@touchline/rules/tokens';
import { describe, expect, it } from 'vitest';
import { missingTo, progressToNext, tokensToReach } from './next-tier.ts';

const [none, bronze, silver] = TIERS;

describe('next tier', () => {
  it('computes what is missing, and what to stake for it', () => {
    expect(missingTo(silver!, tokensToWei('1500'))).toBe(tokensToWei('500'));
    expect(tokensToReach(silver!, tokensToWei('1500'))).toBe(tokensToWei('1000'));
    expect(tokensToReach(silver!, 0n)).toBe(tokensToWei('2000'));
  });

  it('computes the progress', () => {
    expect(progressToNext(bronze!, silver!, tokensToWei('1250'))).toBe(0.25);
    expect(progressToNext(none!, bronze!, 0n)).toBe(0);
  });
});
