import { editStake, stakeRequest, stakesRequest } from '@touchline/api/events/admin-stakes';
import { getAdminStake, listAdminStakes, updateAdminStake } from '@touchline/api/http/admin-stakes';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitChange, awaitRead, CHANGE_MS, READ_MS } from '../owners/await-owner.ts';
import { buildActor, buildListRequest, withEtag } from '../owners/request-input.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Endpoints for staking records: list, details and edit. */
export function stakeRoutes(routes: Routes, bus: Bus): void {
  route(routes, listAdminStakes, async ({ query }) => {
    const { rows, total } = await awaitRead(
      'staking',
      request(bus, stakesRequest, buildListRequest(query), read),
    );
    return { stakingRecords: rows, total };
  });

  route(routes, getAdminStake, async ({ params, ctx }) => ({
    stakingRecord: withEtag(ctx, await awaitRead('staking', request(bus, stakeRequest, params, read))),
  }));

  route(routes, updateAdminStake, async ({ params, query, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, query.reason), id: params.id, version, change: body };
    const stakingRecord = await awaitChange('staking', request(bus, editStake, input, change));
    return { stakingRecord: withEtag(ctx, stakingRecord) };
  });
}
