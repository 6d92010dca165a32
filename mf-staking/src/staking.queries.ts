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

/** Live messages refresh at once. Without them, answers stay fresh for half a minute. */
const FRESH_MS = 30_000;

/** The start of all keys here. */
export const stakingKey = () => ['staking'] as const;
const myStakesKey = (wallet: string) => [...stakingKey(), 'mine', wallet] as const;
const statsKey = () => [...stakingKey(), 'stats'] as const;
const tiersKey = () => [...stakingKey(), 'tiers'] as const;

/** A wallet's stakes. */
export const myStakesOf = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: myStakesKey(wallet),
    queryFn: ({ signal }) => api.request(myStakes, { signal }),
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
  paid: [],
};

/** Totals of all wallets. */
export const statsOf = (api: Host['api']) =>
  queryOptions({
    queryKey: statsKey(),
    queryFn: ({ signal }) => api.request(stakingStats, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Shown without an answer (API-32). */
export const NO_STATS: StakingStats = { total_staked: '0', active_stakers: 0, average_stake: '0' };

/** When locks end, and whether staking is closed. */
export const tiersOf = (api: Host['api']) =>
  queryOptions({
    queryKey: tiersKey(),
    queryFn: ({ signal }) => api.request(stakingTiers, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Why staking is closed, for the user. */
export const whyClosed = ({ paused }: StakingTiers): string =>
  paused ? 'Staking is paused. Please try again later.' : 'Staking opens with the next season.';

/** Whether the season is over and the next one is not there yet; by the clock, as answers may be from before the end. */
export const isClosed = ({ closed, lock_end_date }: StakingTiers, now: number): boolean =>
  closed || (lock_end_date !== null && now >= Date.parse(lock_end_date));
