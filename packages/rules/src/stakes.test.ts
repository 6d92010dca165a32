import { describe, expect, it } from 'vitest';
import {
  coefficientBefore,
  coefficientSteps,
  computeStakeCutOff,
  findStakeTier,
  readStakeAmount,
  stakeInterest,
  stakeRejection,
} from './stakes.ts';
import { TIERS } from './tiers.ts';
import { tokensToWei } from './tokens.ts';

const DAY = 86_400_000;
const stake = (at: number, tokens: string) => ({ at, delta: tokensToWei(tokens) });

describe('tiers by wei', () => {
  it.each(TIERS)(
    'STAKE-16 $label starts at exactly $min tokens and ends one wei before the next tier',
    (tier) => {
      expect(findStakeTier(tokensToWei(String(tier.min))).label).toBe(tier.label);
      const last = tier.max === null ? tokensToWei('9999999') : tokensToWei(String(tier.max + 1)) - 1n;
      expect(findStakeTier(last).label).toBe(tier.label);
    },
  );
});

describe('stake limits', () => {
  it('STAKE-09 a total of 10,000,000 is accepted, one more is rejected', () => {
    expect(readStakeAmount('10000000')).toEqual({ wei: tokensToWei('10000000') });
    expect(readStakeAmount('10000001')).toEqual({ error: 'Maximum staking amount is 10,000,000 tokens' });
    expect(readStakeAmount('1000', tokensToWei('9999000.5'))).toEqual({
      error: 'Maximum staking amount is 10,000,000 tokens',
    });
  });

  it('STAKE-08 a rejected amount has an error message', () => {
    for (const text of ['', '.', '1.2.3', 'abc', '0', '-5', '1000.1234567890123456789'])
      expect(readStakeAmount(text)).toEqual({ error: 'Please enter a valid amount' });
    expect(readStakeAmount('999.999999999999999999')).toEqual({
      error: 'Minimum staking amount is 1,000 tokens',
    });
  });

  it('STAKE-07 an amount of 1000 is accepted, also with a trailing dot', () => {
    expect(readStakeAmount('1000')).toEqual({ wei: tokensToWei('1000') });
    expect(readStakeAmount('1000.')).toEqual({ wei: tokensToWei('1000') });
  });

  it('stakeRejection names the limit that a transfer breaks', () => {
    expect(stakeRejection(tokensToWei('999'), 0n)).toBe('BELOW_MINIMUM');
    expect(stakeRejection(tokensToWei('1000'), tokensToWei('9999000.000000000000000001'))).toBe(
      'OVER_MAXIMUM',
    );
    expect(stakeRejection(tokensToWei('1000'), tokensToWei('9999000'))).toBeNull();
  });
});

describe('coefficient history', () => {
  it('the history has a step only where the coefficient changes', () => {
    const changes = [
      stake(10, '1000'),
      stake(20, '500'),
      stake(30, '500'),
      { at: 40, delta: -tokensToWei('2000') },
    ];
    expect(coefficientSteps(changes)).toEqual([
      { at: 10, coefficient: 1050 },
      { at: 30, coefficient: 1055 },
      { at: 40, coefficient: 1000 },
    ]);
  });

  it('changes at the same time count as one, in any order', () => {
    expect(coefficientSteps([stake(30, '4000'), stake(10, '1000'), stake(10, '1000')])).toEqual([
      { at: 10, coefficient: 1055 },
      { at: 30, coefficient: 1065 },
    ]);
    expect(coefficientSteps([stake(10, '1000'), { at: 10, delta: -tokensToWei('1000') }])).toEqual([]);
  });

  it('STAKE-18 a stake counts only after the time it was recorded', () => {
    const steps = coefficientSteps([stake(10, '1000'), stake(20, '500000')]);
    expect([0, 10, 11, 20, 21, Number.POSITIVE_INFINITY].map((at) => coefficientBefore(steps, at))).toEqual([
      1000, 1000, 1050, 1050, 1250, 1250,
    ]);
    expect(coefficientBefore([], Number.POSITIVE_INFINITY)).toBe(1000);
  });
});

describe('cut-off of stakes', () => {
  it('game rule 3.12: a stake counts until the first kick-off that really took place', () => {
    const fixtures = [
      { started: false, kickoff: 10 },
      { started: true, kickoff: 30 },
      { started: true, kickoff: 20 },
      { started: true, kickoff: null },
    ];
    expect(computeStakeCutOff({ fixtures })).toBe(20);
    expect(computeStakeCutOff({ fixtures: fixtures.slice(0, 1) })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('interest', () => {
  it('interest is simple, 3 % per year by actual time over 365 days, rounded down', () => {
    expect(stakeInterest(tokensToWei('1000'), 0, 365 * DAY)).toBe(tokensToWei('30'));
    expect(stakeInterest(tokensToWei('1000'), 0, 73 * DAY)).toBe(tokensToWei('6'));
    expect(stakeInterest(tokensToWei('1000'), 0, 730 * DAY)).toBe(tokensToWei('60'));
    expect(stakeInterest(tokensToWei('1000'), 10 * DAY, 83 * DAY)).toBe(tokensToWei('6'));
    expect(stakeInterest(1n, 0, 365 * DAY)).toBe(0n);
    expect(stakeInterest(tokensToWei('1000'), DAY, 0)).toBe(0n);
  });
});
