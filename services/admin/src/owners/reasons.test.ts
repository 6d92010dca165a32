import { setSwitch } from '@touchline/api/http/admin-controls';
import { clearAllPoints, clearPoints, restorePoints } from '@touchline/api/http/admin-entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';
import { details, ID } from '../testing/fixtures.ts';

const suite = adminSuite((owners) => {
  owners.handle('games', clearPoints, () => ({ participation: details }));
  owners.handle('games', restorePoints, () => ({ participation: details }));
  owners.handle('games', clearAllPoints, () => ({ cleared: 2 }));
  for (const owner of ['games', 'staking'] as const)
    owners.handle(owner, setSwitch, ({ params: { name }, body: { on } }) => ({
      switch: { name, on, held_off: false, changed: null },
    }));
});

const admin = () => suite.as(ADMIN);
const params = { id: ID };
const getLastRequest = () => suite.owners.requests.at(-1);

test('API-40 both endpoints that clear points have no body; the reason is in the query', async () => {
  const query = { reason: 'played under two names' };
  await admin().request(clearPoints, { params, version: 'v.7', query });
  expect(getLastRequest()).toMatchObject({ params, version: 'v.7', by: query, body: undefined });
  expect(await admin().request(clearAllPoints, { params: { userId: wallet(7) } })).toEqual({ cleared: 2 });
  expect(getLastRequest()).toMatchObject({
    params: { userId: wallet(7) },
    by: { reason: 'edited in dashboard' },
    body: undefined,
  });
});

test('points are restored for a reason, which has no default', async () => {
  const body = { reason: 'cleared by mistake' };
  await admin().request(restorePoints, { params, version: 'v.7', body });
  expect(getLastRequest()).toMatchObject({ params, version: 'v.7', by: { admin: ADMIN, ...body } });
  const without = admin().request(restorePoints, { params, version: 'v.7', body: {} as never });
  expect(await rejection(without)).toMatchObject({ status: 400, details: [{ path: 'reason' }] });
});

test('a switch is set by the service that owns it', async () => {
  for (const [name, owner] of [
    ['paid_games', 'games'],
    ['tournaments', 'games'],
    ['staking', 'staking'],
  ] as const) {
    const body = { on: false, reason: 'incident' };
    const changed = await admin().request(setSwitch, { params: { name }, body });
    expect(changed.switch).toMatchObject({ name, on: false });
    expect(getLastRequest()).toMatchObject({ owner, params: { name }, by: { reason: 'incident' } });
  }
});
