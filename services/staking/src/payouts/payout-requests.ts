import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import { toApiPayout } from '@touchline/chain-ledger/payouts/api-payout';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { replyToPayoutEndpoints } from '@touchline/service-kit/administration/payout-endpoints';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { PendingReason } from '../stakes/wallet-payouts.store.ts';

interface PayoutRequestDeps {
  bus: Bus;
  payouts: Payouts;
  /** The staking wallet, in lower case. */
  address: string;
  adminWallets: readonly string[];
  now: () => number;
}

/** Replies to admin requests about payouts of stakes, interest and refunds. */
export function replyToPayoutRequests({ address, ...deps }: PayoutRequestDeps): void {
  replyToPayoutEndpoints({
    ...deps,
    owner: 'staking',
    changed: stakingAdminChanged,
    describe: async (page) =>
      page.map((payout) => {
        const reason = describeReason(payout.reason, payout.due_at);
        return {
          ...toApiPayout(payout),
          sender: address,
          because: payout.kind === 'INTEREST' ? `Interest. ${reason}` : reason,
          game_id: null,
        };
      }),
    findSubjects: async () => [],
  });
}

const describeReason = (reason: string, dueAt: number) =>
  DESCRIPTIONS[reason as PendingReason]?.(formatDate(dueAt)) ?? reason;

const DESCRIPTIONS: Readonly<Record<PendingReason, (date: string) => string>> = {
  UNLOCKED: (date) => `The lock ended on ${date}`,
  BELOW_MINIMUM: () => 'Less than the minimum stake',
  OVER_MAXIMUM: () => 'More than a wallet can stake',
  SEASON_OVER: () => 'Arrived too late for this season',
};

const formatDate = (ms: number) =>
  new Date(ms).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
