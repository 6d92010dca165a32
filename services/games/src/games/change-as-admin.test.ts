import { getAdminGame, updateAdminGame } from '@touchline/api/http/admin-games';
import { updatePrizePlan } from '@touchline/api/http/admin-prizes';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { ADMIN, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);

it('one of two pages that change a game and its prize plan gets STALE, and so do repeated requests', async () => {
  const params = { id: (await app.tournament()).id };
  const { version } = (await send(getAdminGame, { params })).game;
  const requests = [
    () => send(updateAdminGame, { params, body: { entry_fee: '500' }, version }),
    () => send(updatePrizePlan, { params, body: { template: 'WINNER' }, version }),
  ];
  const both = await Promise.allSettled(requests.map((change) => change()));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const change of requests) expect(await rejection(change())).toMatchObject({ code: 'STALE' });
  const recorded = await app
    .db('admin_changes')
    .where({ subject: params.id })
    .whereNot({ action: 'GAME_CREATED' });
  expect(recorded).toHaveLength(1);
});
