import { endSessions, setSwitch } from '@touchline/api/http/admin-controls';
import { cancelAdminGame, getAdminGame, listAdminGames } from '@touchline/api/http/admin-games';
import { listPayouts } from '@touchline/api/http/admin-money';
import { listAdminStakes } from '@touchline/api/http/admin-stakes';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';
import { game, ID, stake } from '../testing/fixtures.ts';
import { deadline } from './forward.ts';

const never = new Promise<never>(() => {});

const suite = adminSuite((owners) => {
  owners.handle('games', listAdminGames, () => ({ games: [{ ...game, entry_fee: 500 as never }], total: 1 }));
  owners.handle('games', getAdminGame, () => never);
  owners.handle('games', cancelAdminGame, () => never);
  owners.handle('games', listPayouts, () => ({ payouts: [], next: null, total: 0, owed_total: '0' }));
  owners.handle('staking', listAdminStakes, () => ({ stakingRecords: [stake], total: 1 }));
});

const admin = () => suite.as(ADMIN);
const params = { id: ID };
const body = { reason: 'test' };
const unavailable = (owner: string, advice: RegExp) => ({
  status: 503,
  code: 'UPSTREAM_UNAVAILABLE',
  retryAfter: 1,
  message: expect.stringMatching(new RegExp(`^${owner} is not responding\\. ${advice.source}`)),
});

test('an owner that is down is named immediately; after a change, the error says that it may have been made', async () => {
  const delays: number[] = [];
  const fail = async (sent: Promise<unknown>) => {
    const since = performance.now();
    const error = await rejection(sent);
    delays.push(performance.now() - since);
    return error;
  };
  expect(await fail(admin().request(endSessions, { params: { wallet: wallet(7) }, body }))).toMatchObject(
    unavailable('gateway', /The change may have been made/),
  );
  const off = { params: { name: 'staking' as const }, body: { on: false, ...body } };
  expect(await fail(admin().request(setSwitch, off))).toMatchObject(
    unavailable('staking', /The change may have been made/),
  );
  expect(await fail(admin().request(listPayouts))).toMatchObject(unavailable('staking', /Try again/));
  // A slow machine delays some of them.
  expect(Math.min(...delays)).toBeLessThan(deadline.timeoutMs);
});

test('an owner that does not reply in time is named, and other owners still respond', async () => {
  const slow = [
    rejection(admin().request(getAdminGame, { params })),
    rejection(admin().request(cancelAdminGame, { params, version: '1', body })),
  ];
  expect((await admin().request(listAdminStakes)).total).toBe(1);
  expect(await Promise.all(slow)).toMatchObject([
    unavailable('games', /Try again/),
    unavailable('games', /The change may have been made/),
  ]);
});

test('a reply that does not match the endpoint is a 503 that names the owner, and none of it reaches the client', async () => {
  const error = await rejection(admin().request(listAdminGames));
  expect(error).toMatchObject(unavailable('games', /Try again/));
  expect(JSON.stringify(error)).not.toContain('Season');
});
