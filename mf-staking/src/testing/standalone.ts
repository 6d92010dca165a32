import { myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildMine, LOCK_END } from './build.ts';

/** What `npm run dev` shows without a backend: a Silver staker. */
export const standalone: FakeHostOptions = {
  responses: [
    fakeResponse(stakingStats, { total_staked: '1250000', active_stakers: 48, average_stake: '26041.66' }),
    fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false }),
    fakeResponse(myStakes, buildMine([1500, 1000])),
  ],
};
