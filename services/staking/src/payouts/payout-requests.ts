import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import {
  beginStakingPayout,
  giveUpStakingPayout,
  reportStakingPayout,
  stakingPayoutsRequest,
} from '@touchline/api/events/admin-payouts';
import { replyToPayoutRequests } from '@touchline/chain-ledger/payouts/payout-requests';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { PendingReason } from '../stakes/wallet-payouts.store.ts';

export interface PayoutRequestDeps {
  payouts: Payouts;
  /** Lower case. */
  stakingWallet: string;
  admins: readonly string[];
  now: () => number;
}

/** Replies to admin requests about payouts of stakes, interest and refunds. */
export function replyToStakingPayoutRequests(
  bus: Bus,
  { payouts, stakingWallet, admins, now }: PayoutRequestDeps,
) {
  replyToPayoutRequests(bus, {
    payouts,
    owner: 'staking',
    sender: stakingWallet,
    admins,
    requests: {
      list: stakingPayoutsRequest,
      begin: beginStakingPayout,
      report: reportStakingPayout,
      giveUp: giveUpStakingPayout,
      changed: stakingAdminChanged,
    },
    describe: async (page) =>
      page.map(({ kind, reason, due_at }) => ({
        because:
          kind === 'INTEREST'
            ? `Interest. ${describeReason(reason, due_at)}`
            : describeReason(reason, due_at),
        game_id: null,
      })),
    findSubjects: async () => [],
    now,
  });
}

const describeReason = (reason: string, dueAt: number) =>
  DESCRIPTIONS[reason as PendingReason]?.(formatDate(dueAt)) ?? reason;

const DESCRIPTIONS: Readonly<Record<PendingReason, (date: string) => string>> = {
  UNLOCKED: (date) => `The lock ended on ${date}`,
  BELOW_MINIMUM: () => 'Less than the minimum stake',
  OVER_MAXIMUM: () => 'More than a wallet can stake',
  SEASON_OVER: () => 'Sent after the end of the season',
};

const formatDate = (ms: number) =>
  new Date(ms).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
