import { type PayoutDeps, replyToPayoutEndpoints } from '@touchline/chain-ledger/payouts/payout-endpoints';
import { formatDay } from '@touchline/service-kit/administration/displayed-values';
import type { PendingReason } from '../stakes/wallet-payouts.store.ts';

/** Replies to admin requests about payouts of stakes, interest and refunds. */
export function replyToPayoutRequests(deps: PayoutDeps): void {
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
