import { expect, test, vi } from 'vitest';
import { buildUser, makeToken } from '../testing/server.ts';
import { serverError, sessionSuite, stored } from '../testing/session-suite.ts';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS } from '../testing/test-wallet.ts';

const page = sessionSuite();

test('AUTH-03 the session starts as loading, and without a token the visitor is a guest', async () => {
  page.open();
  expect(page.session.get().status).toBe('loading');
  await page.session.restore();
  expect(page.session.get().status).toBe('guest');
  expect(page.server.requests).toEqual([]);
});

test('AUTH-03 the stored user is available immediately, then the profile is refetched', async () => {
  page.store(makeToken(ALICE_ADDRESS), {
    ...buildUser(ALICE_ADDRESS),
    created_at: '2020-01-01T00:00:00.000Z',
  });
  page.open();
  const restored = page.session.restore();
  expect(page.session.get()).toMatchObject({
    status: 'player',
    user: { created_at: '2020-01-01T00:00:00.000Z' },
  });
  await restored;
  expect(page.server.count('GET /auth/profile')).toBe(1);
  expect(page.session.get().user?.created_at).toBe('2026-08-01T10:00:00.000Z');
});

test('the session waits for the profile if the stored user cannot be read', async () => {
  page.store(makeToken(ALICE_ADDRESS), '{"half');
  page.open();
  const restored = page.session.restore();
  expect(page.session.get().status).toBe('loading');
  await restored;
  expect(page.session.get()).toMatchObject({ status: 'player', user: { wallet_address: ALICE_ADDRESS } });
});

test.each([401, 403, 404])('AUTH-04 a profile request rejected with %i ends the session', async (status) => {
  page.server.fails.set('GET /auth/profile', serverError(status, 'TOKEN_INVALID'));
  await page.openAs(makeToken(ALICE_ADDRESS));
  expect(page.session.get()).toEqual({ status: 'guest', token: null, user: null });
  expect(stored()).toEqual([null, null]);
});

test.each([0, 500, 503])(
  'AUTH-04 a failure (%i) keeps the session and is retried (departure, docs/api.md)',
  async (status) => {
    vi.useFakeTimers();
    page.server.fails.set('GET /auth/profile', serverError(status));
    await page.openAs(makeToken(ALICE_ADDRESS));
    expect(page.session.get().status).toBe('player');
    page.server.fails.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.server.count('GET /auth/profile')).toBe(2);
    expect(page.session.get().status).toBe('player');
  },
);

test('AUTH-04 an expired token whose refresh fails does not end the session', async () => {
  vi.useFakeTimers();
  page.server.fails.set('GET /auth/profile', serverError(401, 'TOKEN_EXPIRED'));
  page.server.fails.set('POST /auth/refresh', serverError(503, 'UPSTREAM_UNAVAILABLE'));
  await page.openAs(makeToken(ALICE_ADDRESS, { age: 1_200 }));
  expect(page.session.get()).toMatchObject({ status: 'player', user: { wallet_address: ALICE_ADDRESS } });
  page.server.fails.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.server.count('POST /auth/refresh')).toBeGreaterThan(1);
  expect(page.session.get().status).toBe('player');
});

test.each([
  ['success', undefined],
  ['rejection', serverError(401, 'TOKEN_INVALID')],
])(
  'AUTH-02 a late profile response of the previous account changes nothing: %s',
  async (_outcome, rejection) => {
    page.store(makeToken(ALICE_ADDRESS));
    page.open();
    const release = page.server.hold('GET /auth/profile');
    const restored = page.session.restore();
    await page.session.logout();
    await page.session.login(BOB_ADDRESS, (message) => BOB.signMessage({ message }));
    page.server.signedInAs = ALICE_ADDRESS;
    if (rejection) page.server.fails.set('GET /auth/profile', rejection);
    release();
    await restored;
    expect(page.session.get()).toMatchObject({ status: 'player', user: { wallet_address: BOB_ADDRESS } });
    expect(stored()[1]).toContain(BOB_ADDRESS);
  },
);
