import { editStake, stakeRequest, stakesRequest } from '@touchline/api/events/admin-stakes';
import { getAdminStake, listAdminStakes, updateAdminStake } from '@touchline/api/http/admin-stakes';
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';
import { type Routes, route } from '@touchline/service-kit/route';
import { answerOf, CHANGE_MS, changedBy, READ_MS } from '../owners/await-owner.ts';
import { actorOf, listAsked, withEtag } from '../owners/request-input.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Staking records: their table, their dialog, changing one. */
export function stakeRoutes(routes: Routes, bus: Bus): void {
  route(routes, listAdminStakes, async ({ query }) => {
    const { rows, total } = await answerOf('staking', request(bus, stakesRequest, listAsked(query), read));
    return { stakingRecords: rows, total };
  });

  route(routes, getAdminStake, async ({ params, ctx }) => ({
    stakingRecord: withEtag(ctx, await answerOf('staking', request(bus, stakeRequest, params, read))),
  }));

  route(routes, updateAdminStake, async ({ params, query, body, version, user, ctx }) => {
    const question = { by: actorOf(user, ctx, query.reason), id: params.id, version, change: body };
    const stakingRecord = await changedBy('staking', request(bus, editStake, question, change));
    return { stakingRecord: withEtag(ctx, stakingRecord) };
  });
}
