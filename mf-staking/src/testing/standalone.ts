import { myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildMyStakes, LOCK_END, NOW } from './build.ts';

/** Data for `npm run dev`, which runs without a backend: a user in the Silver tier. */
export const standalone: FakeHostOptions = {
  now: () => NOW,
  responses: [
    fakeResponse(stakingStats, { total_staked: '1250000', active_stakers: 48, average_stake: '26041.66' }),
    fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false }),
    fakeResponse(myStakes, buildMyStakes([1500, 1000])),
  ],
};
