import type { MyStakes } from '@touchline/api/http/staking';
import { TIERS } from '@touchline/rules/tiers';

/** A time in the season whose locks end at LOCK_END. */
export const NOW = Date.parse('2027-01-12T12:00:00.000Z');
export const LOCK_END = '2027-05-23T17:30:00.000Z';

export const fakeUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Stakes of a wallet with these active stakes, in whole tokens. */
export function buildMyStakes(stakes: readonly number[], changes: Partial<MyStakes> = {}): MyStakes {
  const total = stakes.reduce((sum, amount) => sum + amount, 0);
  const { min, max, label, color, coefficient_thousandths } = TIERS.findLast((tier) => total >= tier.min)!;
  return {
    total_staked: String(total),
    coefficient: coefficient_thousandths / 1000,
    active_stakes: stakes.map((amount, index) => buildStake(index + 1, String(amount))),
    tier_info: { min, max, label, color },
    owed: [],
    paid: [],
    ...changes,
  };
}

export const buildStake = (n: number, amount: string) => ({
  id: fakeUuid(n),
  amount,
  lock_start_date: '2026-09-01T12:00:00.000Z',
  lock_end_date: LOCK_END,
});
