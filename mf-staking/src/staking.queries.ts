import {
  type MyStakes,
  myStakes,
  type StakingStats,
  type StakingTiers,
  stakingStats,
  stakingTiers,
} from '@touchline/api/http/staking';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { TIERS } from '@touchline/rules/tiers';

/** Responses stay fresh for 30 seconds. Live messages refresh them immediately. */
const FRESH_MS = 30_000;

/** Prefix of every query key of this remote. */
export const stakingKey = () => ['staking'] as const;
const myStakesKey = (wallet: string) => [...stakingKey(), 'mine', wallet] as const;
const statsKey = () => [...stakingKey(), 'stats'] as const;
const tiersKey = () => [...stakingKey(), 'tiers'] as const;

/** Stakes of a wallet. */
export const myStakesQuery = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: myStakesKey(wallet),
    queryFn: ({ signal }) => api.request(myStakes, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Shown without a response (API-31). */
export const EMPTY_STAKES: MyStakes = {
  total_staked: '0',
  coefficient: 1,
  active_stakes: [],
  tier_info: { min: 0, max: TIERS[0]?.max ?? null, label: 'No Tier', color: TIERS[0]?.color ?? '' },
  owed: [],
  paid: [],
};

/** Totals of all wallets. */
export const statsQuery = (api: Host['api']) =>
  queryOptions({
    queryKey: statsKey(),
    queryFn: ({ signal }) => api.request(stakingStats, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Shown without a response (API-32). */
export const EMPTY_STATS: StakingStats = { total_staked: '0', active_stakers: 0, average_stake: '0' };

/** End of the locks, and whether staking is closed. */
export const tiersQuery = (api: Host['api']) =>
  queryOptions({
    queryKey: tiersKey(),
    queryFn: ({ signal }) => api.request(stakingTiers, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Returns the message for users while staking is closed. */
export const getClosedMessage = ({ paused }: StakingTiers): string =>
  paused ? 'Staking is paused. Please try again later.' : 'Staking opens with the next season.';

/** True between seasons and while staking is paused. Compares the clock too, because a response may be from before the end. */
export const isClosed = ({ closed, lock_end_date }: StakingTiers, now: number): boolean =>
  closed || (lock_end_date !== null && now >= Date.parse(lock_end_date));
