import {
  type MyStakes,
  myStakes,
  type StakingStats,
  stakingStats,
  stakingTiers,
} from '@touchline/api/http/staking';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { TIERS } from '@touchline/rules/tiers';

/** Live messages refresh at once. Without them, answers stay fresh for half a minute. */
const FRESH_MS = 30_000;

/** The start of all keys here. */
export const stakingKey = () => ['staking'] as const;
const myStakesKey = (wallet: string) => [...stakingKey(), 'mine', wallet] as const;
const statsKey = () => [...stakingKey(), 'stats'] as const;
const lockEndKey = () => [...stakingKey(), 'lock-end'] as const;

/** A wallet's stakes. */
export const myStakesOf = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: myStakesKey(wallet),
    queryFn: ({ signal }) => api.call(myStakes, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Shown without an answer (API-31). */
export const NOTHING_STAKED: MyStakes = {
  total_staked: '0',
  coefficient: 1,
  active_stakes: [],
  tier_info: { min: 0, max: TIERS[0]?.max ?? null, label: 'No Tier', color: TIERS[0]?.color ?? '' },
  owed: [],
};

/** Totals of all wallets. */
export const statsOf = (api: Host['api']) =>
  queryOptions({
    queryKey: statsKey(),
    queryFn: ({ signal }) => api.call(stakingStats, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Shown without an answer (API-32). */
export const NO_STATS: StakingStats = { total_staked: '0', active_stakers: 0, average_stake: '0' };

/** End of this season's locks. */
export const lockEndOf = (api: Host['api']) =>
  queryOptions({
    queryKey: lockEndKey(),
    queryFn: async ({ signal }) => (await api.call(stakingTiers, { signal })).lock_end_date,
    staleTime: 5 * 60_000,
  });
