import { clearEntryPoints, clearWalletPoints, restoreEntryPoints } from '@touchline/api/events/admin-entries';
import { clearAllPoints, clearPoints, restorePoints } from '@touchline/api/http/admin-entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';
import { details, ID } from '../testing/fixtures.ts';

const suite = adminSuite((owners) => {
  owners.respond('games', clearEntryPoints, () => details);
  owners.respond('games', restoreEntryPoints, () => details);
  owners.respond('games', clearWalletPoints, () => ({ cleared: 2 }));
});

const admin = () => suite.as(ADMIN);
const params = { id: ID };
const getLastRequest = () => suite.owners.requests.at(-1);

test('API-40 both endpoints that clear points have no body; the reason is in the query', async () => {
  const query = { reason: 'played under two names' };
  await admin().request(clearPoints, { params, version: 'v.7', query });
  expect(getLastRequest()?.payload).toMatchObject({ id: ID, version: 'v.7', by: query });
  expect(await admin().request(clearAllPoints, { params: { userId: wallet(7) } })).toEqual({ cleared: 2 });
  expect(getLastRequest()?.payload).toMatchObject({
    wallet: wallet(7),
    by: { reason: 'edited in dashboard' },
  });
});

test('points are restored for a reason, which has no default', async () => {
  const body = { reason: 'cleared by mistake' };
  await admin().request(restorePoints, { params, version: 'v.7', body });
  expect(getLastRequest()).toMatchObject({
    subject: restoreEntryPoints.subject,
    payload: { id: ID, version: 'v.7', by: { admin: ADMIN, ...body } },
  });
  const without = admin().request(restorePoints, { params, version: 'v.7', body: {} as never });
  expect(await rejection(without)).toMatchObject({ status: 400, details: [{ path: 'reason' }] });
});
