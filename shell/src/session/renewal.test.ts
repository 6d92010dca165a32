import { publicUser } from '@touchline/api/http/auth';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, test, vi } from 'vitest';
import { buildUser, makeToken } from '../testing/server.ts';
import { serverError, sessionSuite, stored } from '../testing/session-suite.ts';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';

const page = sessionSuite();
const refreshes = () => page.server.count('POST /auth/refresh');

test('API-07 the token is exchanged at 80 % of its lifetime', async () => {
  vi.useFakeTimers();
  await page.openAs(makeToken(ALICE_ADDRESS, { life: 900 }));
  const before = page.session.get().token;
  await vi.advanceTimersByTimeAsync(719_000);
  expect(refreshes()).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refreshes()).toBe(1);
  expect(page.session.get().token).not.toBe(before);
  expect(localStorage.getItem('auth_token')).toBe(page.session.get().token);
});

test('the new token is exchanged as well', async () => {
  vi.useFakeTimers();
  await page.openAs(makeToken(ALICE_ADDRESS, { life: 900 }));
  await vi.advanceTimersByTimeAsync(721_000);
  expect(refreshes()).toBe(1);
  await vi.advanceTimersByTimeAsync(721_000);
  expect(refreshes()).toBe(2);
});

test('AUTH-05 a rejected refresh ends the session and throws', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  page.server.fails.set('POST /auth/refresh', serverError(403, 'SESSION_ENDED'));
  await expect(page.session.refresh()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  expect(page.session.get().status).toBe('guest');
  expect(stored()).toEqual([null, null]);
});

test('AUTH-05 a refresh that fails without a rejection keeps the session and is retried', async () => {
  vi.useFakeTimers();
  page.server.fails.set('POST /auth/refresh', serverError(503));
  await page.openAs(makeToken(ALICE_ADDRESS, { age: 800 }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.session.get().status).toBe('player');
  page.server.fails.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refreshes()).toBeGreaterThanOrEqual(2);
  expect(page.session.get().status).toBe('player');
});

test('AUTH-05 a failure of a proxy is not a rejection: the session is kept and the refresh is retried', async () => {
  vi.useFakeTimers();
  await page.openAs(makeToken(ALICE_ADDRESS, { age: 719 }));
  const blocked = vi.fn(async () => new Response('<h1>Forbidden</h1>', { status: 403 }));
  vi.stubGlobal('fetch', blocked);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(blocked).toHaveBeenCalledOnce();
  expect(page.session.get().status).toBe('player');
  page.server.install();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(refreshes()).toBe(1);
  expect(page.session.get().status).toBe('player');
});

test('a refresh continues when its page is closed, so that its cookie arrives', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  const sent = vi.fn(page.server.fetch);
  vi.stubGlobal('fetch', sent);
  await page.session.refresh();
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    '/api/auth/refresh',
    expect.objectContaining({ keepalive: true }),
  );
});

test('refresh uses a token that another tab has already renewed', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  const newer = makeToken(ALICE_ADDRESS);
  localStorage.setItem('auth_token', newer);
  await page.session.refresh();
  expect(refreshes()).toBe(0);
  expect(page.session.get().token).toBe(newer);
});

test('a request with an expired token refreshes once and is repeated', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  const { wallet_address, created_at, nickname } = buildUser(ALICE_ADDRESS);
  const expired = page.session.get().token;
  page.server.responses = [
    fakeResponse(publicUser, () => {
      if (page.session.get().token === expired) throw serverError(401, 'TOKEN_EXPIRED');
      return { user: { wallet_address, created_at, nickname } };
    }),
  ];
  const { user } = await page.api.request(publicUser, { params: { wallet: ALICE_ADDRESS } });
  expect(user.wallet_address).toBe(ALICE_ADDRESS);
  expect(refreshes()).toBe(1);
  expect(page.server.count(`GET /auth/user/${ALICE_ADDRESS}`)).toBe(2);
});

test('concurrent calls share one refresh', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  await Promise.all([page.session.refresh(), page.session.refresh()]);
  expect(refreshes()).toBe(1);
});
