import { TIERS } from '@touchline/rules/tiers';
import { weiOf } from '@touchline/rules/tokens';
import { expect, it } from 'vitest';
import { missingTo, shareOfTier, tokensToReach } from './next-tier.ts';

const [none, bronze, silver] = TIERS;

it('says what is missing to the next tier, and what has to be staked for it', () => {
  expect(missingTo(silver!, weiOf('1500'))).toBe(weiOf('500'));
  expect(tokensToReach(silver!, weiOf('1500'))).toBe(weiOf('1000'));
  expect(tokensToReach(silver!, 0n)).toBe(weiOf('2000'));
});

it('says how far one has come', () => {
  expect(shareOfTier(bronze!, silver!, weiOf('1250'))).toBe(0.25);
  expect(shareOfTier(none!, bronze!, 0n)).toBe(0);
});
