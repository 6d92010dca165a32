import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import {
  beginStakingPayout,
  giveUpStakingPayout,
  reportStakingPayout,
  stakingPayoutsRequest,
} from '@touchline/api/events/admin-payouts';
import { replyToPayoutRequests } from '@touchline/chain-ledger/payouts/payout-requests';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { Bus } from '@touchline/service-kit/bus';
import type { OwedReason } from '../stakes/owed.store.ts';

export interface PayoutQuestionDeps {
  payouts: Payouts;
  /** Lower case. */
  stakingWallet: string;
  admins: readonly string[];
  now: () => number;
}

/** Answers the administrators' questions about stakes, interest and transfers that are owed back. */
export function answerPayoutQuestions(bus: Bus, { payouts, stakingWallet, admins, now }: PayoutQuestionDeps) {
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
        because: kind === 'INTEREST' ? `Interest. ${because(reason, due_at)}` : because(reason, due_at),
        game_id: null,
      })),
    named: async () => [],
    now,
  });
}

const because = (reason: string, dueAt: number) => BECAUSE[reason as OwedReason]?.(dateOf(dueAt)) ?? reason;

const BECAUSE: Readonly<Record<OwedReason, (date: string) => string>> = {
  UNLOCKED: (date) => `The lock ended on ${date}`,
  BELOW_MINIMUM: () => 'Less than the minimum stake',
  OVER_MAXIMUM: () => 'More than a wallet can stake',
  SEASON_OVER: () => 'Sent after the end of the season',
};

const dateOf = (ms: number) =>
  new Date(ms).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
