import { myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { answer } from '@touchline/host/testing/fake-answers';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { buildMine, LOCK_END } from './build.ts';

/** What `npm run dev` shows without a backend: a Silver staker. */
export const alone: FakeHostOptions = {
  answers: [
    answer(stakingStats, { total_staked: '1250000', active_stakers: 48, average_stake: '26041.66' }),
    answer(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false }),
    answer(myStakes, buildMine([1500, 1000])),
  ],
};
