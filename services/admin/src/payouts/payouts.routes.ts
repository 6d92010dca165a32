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
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';
import { type Routes, route } from '@touchline/service-kit/route';
import { awaitRead, CHANGE_MS, awaitChange, READ_MS } from '../owners/await-owner.ts';
import { buildActor } from '../owners/request-input.ts';
import { mergePayouts } from './merge-payouts.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Who owes what. */
const OWNERS: Record<PayoutKind, readonly string[]> = {
  REFUND: ['games', 'staking'],
  PRIZE: ['games'],
  STAKE_RETURN: ['staking'],
  INTEREST: ['staking'],
};
const ALL_OWNERS = ['games', 'staking'];

/** The owner of a payout stands in its id. */
const belongsToStaking = (id: string) => id.startsWith('staking.');

/** Money owed and sent, of both owners as one list, and the payments that are no entry. */
export function payoutRoutes(routes: Routes, bus: Bus): void {
  route(routes, listPayouts, async ({ query }) => {
    const { limit, after = null, kind = null, state = null, search = '' } = query;
    const question = { limit, after, kind, state, search };
    const owners = kind ? OWNERS[kind] : ALL_OWNERS;
    const answers = await Promise.all([
      ...(owners.includes('games')
        ? [awaitRead('games', request(bus, gamesPayoutsRequest, question, read))]
        : []),
      ...(owners.includes('staking')
        ? [awaitRead('staking', request(bus, stakingPayoutsRequest, question, read))]
        : []),
    ]);
    return mergePayouts(answers, limit);
  });

  route(routes, listAdminPayments, ({ query: { limit, after = null, only = null, search = '' } }) =>
    awaitRead('games', request(bus, paymentsRequest, { limit, after, only, search }, read)),
  );

  stepRoutes(routes, bus);
}

/**
 * The steps of one payout. That a transfer pays only one of them needs no check across owners: each accepts transfers from
 * its own wallet alone, and the two wallets differ.
 */
function stepRoutes(routes: Routes, bus: Bus): void {
  route(routes, beginPayout, async ({ params: { id }, user, ctx }) => {
    const question = { by: buildActor(user, ctx, 'pays it'), id };
    return belongsToStaking(id)
      ? awaitChange('staking', request(bus, beginStakingPayout, question, change))
      : awaitChange('games', request(bus, beginGamesPayout, question, change));
  });

  route(routes, reportPayout, async ({ params: { id }, body, user, ctx }) => {
    const { transaction_hash } = body;
    const question = { by: buildActor(user, ctx, 'has sent it'), id, transaction_hash };
    const reported = belongsToStaking(id)
      ? awaitChange('staking', request(bus, reportStakingPayout, question, change))
      : awaitChange('games', request(bus, reportGamesPayout, question, change));
    return { payout: await reported };
  });

  route(routes, giveUpPayout, async ({ params: { id }, user, ctx }) => {
    const question = { by: buildActor(user, ctx, 'gives it up'), id };
    const givenUp = belongsToStaking(id)
      ? awaitChange('staking', request(bus, giveUpStakingPayout, question, change))
      : awaitChange('games', request(bus, giveUpGamesPayout, question, change));
    return { payout: await givenUp };
  });
}
