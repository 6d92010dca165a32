import {
  beginGamesPayout,
  beginStakingPayout,
  gamesPayoutsRequest,
  giveUpGamesPayout,
  giveUpStakingPayout,
  paymentsRequest,
  reportGamesPayout,
  reportStakingPayout,
  stakingPayoutsRequest,
} from '@touchline/api/events/admin-payouts';
import {
  beginPayout,
  giveUpPayout,
  listAdminPayments,
  listPayouts,
  type PayoutKind,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitChange, awaitRead, CHANGE_MS, READ_MS } from '../owners/await-owner.ts';
import { buildActor } from '../owners/request-input.ts';
import { mergePayouts } from './merge-payouts.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Services with payouts of each kind. */
const OWNERS: Record<PayoutKind, readonly string[]> = {
  REFUND: ['games', 'staking'],
  PRIZE: ['games'],
  STAKE_RETURN: ['staking'],
  INTEREST: ['staking'],
};
const ALL_OWNERS = ['games', 'staking'];

/** The id of a payout starts with its owner. */
const belongsToStaking = (id: string) => id.startsWith('staking.');

/** Endpoints for payouts of both owners as one list, and for payments without an entry. */
export function payoutRoutes(routes: Routes, bus: Bus): void {
  route(routes, listPayouts, async ({ query }) => {
    const { limit, after = null, kind = null, state = null, search = '' } = query;
    const input = { limit, after, kind, state, search };
    const owners = kind ? OWNERS[kind] : ALL_OWNERS;
    const replies = await Promise.all([
      ...(owners.includes('games')
        ? [awaitRead('games', request(bus, gamesPayoutsRequest, input, read))]
        : []),
      ...(owners.includes('staking')
        ? [awaitRead('staking', request(bus, stakingPayoutsRequest, input, read))]
        : []),
    ]);
    return mergePayouts(replies, limit);
  });

  route(routes, listAdminPayments, ({ query: { limit, after = null, only = null, search = '' } }) =>
    awaitRead('games', request(bus, paymentsRequest, { limit, after, only, search }, read)),
  );

  stepRoutes(routes, bus);
}

/**
 * Endpoints for the steps of a payout. A transfer cannot settle payouts of both owners: each accepts only transfers from its own
 * wallet, and the two wallets differ.
 */
function stepRoutes(routes: Routes, bus: Bus): void {
  route(routes, beginPayout, async ({ params: { id }, user, ctx }) => {
    const input = { by: buildActor(user, ctx, 'pays it'), id };
    return belongsToStaking(id)
      ? awaitChange('staking', request(bus, beginStakingPayout, input, change))
      : awaitChange('games', request(bus, beginGamesPayout, input, change));
  });

  route(routes, reportPayout, async ({ params: { id }, body, user, ctx }) => {
    const { transaction_hash } = body;
    const input = { by: buildActor(user, ctx, 'has sent it'), id, transaction_hash };
    const reported = belongsToStaking(id)
      ? awaitChange('staking', request(bus, reportStakingPayout, input, change))
      : awaitChange('games', request(bus, reportGamesPayout, input, change));
    return { payout: await reported };
  });

  route(routes, giveUpPayout, async ({ params: { id }, body: { nothing_signed }, user, ctx }) => {
    const input = { by: buildActor(user, ctx, 'gives it up'), id, nothing_signed };
    const givenUp = belongsToStaking(id)
      ? awaitChange('staking', request(bus, giveUpStakingPayout, input, change))
      : awaitChange('games', request(bus, giveUpGamesPayout, input, change));
    return { payout: await givenUp };
  });
}
