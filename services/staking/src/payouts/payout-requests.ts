import { replyToPayoutEndpoints } from '@touchline/chain-ledger/payouts/payout-endpoints';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { formatDay } from '@touchline/service-kit/administration/displayed-values';
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
export function replyToPayoutRequests(deps: PayoutRequestDeps): void {
  replyToPayoutEndpoints({
    ...deps,
    owner: 'staking',
    explain: async (page) =>
      page.map(({ kind, reason, due_at }) => {
        const because = describeReason(reason, due_at);
        return { because: kind === 'INTEREST' ? `Interest. ${because}` : because, game_id: null };
      }),
    findSubjects: async () => [],
  });
}

const describeReason = (reason: string, dueAt: number) =>
  DESCRIPTIONS[reason as PendingReason]?.(formatDay(dueAt)) ?? reason;

const DESCRIPTIONS: Readonly<Record<PendingReason, (date: string) => string>> = {
  UNLOCKED: (date) => `The lock ended on ${date}`,
  BELOW_MINIMUM: () => 'Less than the minimum stake',
  OVER_MAXIMUM: () => 'More than a wallet can stake',
  SEASON_OVER: () => 'Arrived too late for this season',
};
