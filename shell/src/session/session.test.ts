import { configureStore } from '@reduxjs/toolkit';
import { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { publicUser } from '@touchline/api/http/auth';
import { answer } from '@touchline/host/testing/fake-answers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../clock.ts';
import { makeToken, TestServer, userOf } from '../testing/server.ts';
import { ALICE, ALICE_ADDRESS, BOB, BOB_ADDRESS } from '../testing/test-wallet.ts';
import { createSession, type SessionStore } from './session.ts';
import { sessionReducer } from './session-slice.ts';

let server: TestServer;
let session: SessionStore;

function make() {
  const store = configureStore({ reducer: { session: sessionReducer } });
  const clock = createClock();
  const token = () => store.getState().session.token;
  const base = 'http://localhost/api';
  const api = createClient({
    base,
    token,
    fetch: server.fetch,
    onUnauthorised: (error) => session.renew(error),
  });
  session = createSession({
    store,
    api,
    authApi: createClient({ base, token, fetch: server.fetch }),
    storage: localStorage,
    locks: undefined,
    clock,
  });
  return { session, api };
}

function leave(token: string, user: unknown = userOf(ALICE_ADDRESS)) {
  server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', token);
  localStorage.setItem('user_data', typeof user === 'string' ? user : JSON.stringify(user));
}

const sign = (message: string) => ALICE.signMessage({ message });
const keys = () => [localStorage.getItem('auth_token'), localStorage.getItem('user_data')];
const down = (status: number, code = 'INTERNAL') => new TouchlineError(code, 'No.', { status });

beforeEach(() => {
  localStorage.clear();
  server = new TestServer();
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
});

describe('signing in', () => {
  test('SHELL-08 keeps token and user in the browser', async () => {
    make();
    await session.login(ALICE_ADDRESS, sign);
    const { token, user } = session.get();
    expect(keys()).toEqual([token, JSON.stringify(user)]);
    expect(user?.wallet_address).toBe(ALICE_ADDRESS);
  });

  test('API-04 takes two steps: a challenge first (the departure, docs/wire.md), then its signature', async () => {
    make();
    await session.login(ALICE_ADDRESS, sign);
    expect(server.count('POST /auth/login')).toBe(2);
  });

  test('raises what the server says of a wrong signature and stays signed out', async () => {
    make();
    await expect(session.login(BOB_ADDRESS, sign)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(session.get().user).toBeNull();
  });

  test('drops the answer when the account changed meanwhile', async () => {
    make();
    await session.login(ALICE_ADDRESS, sign, () => false);
    expect(session.get().token).toBeNull();
    expect(server.count('POST /auth/login')).toBe(1);
  });
});

describe('the stored session', () => {
  test('AUTH-03 loading at first; without a token a guest', async () => {
    make();
    expect(session.get().status).toBe('loading');
    await session.restore();
    expect(session.get().status).toBe('guest');
    expect(server.calls).toEqual([]);
  });

  test('AUTH-03 shows the stored user at once and refreshes his profile', async () => {
    leave(makeToken(ALICE_ADDRESS), { ...userOf(ALICE_ADDRESS), created_at: '2020-01-01T00:00:00.000Z' });
    make();
    const restored = session.restore();
    expect(session.get()).toMatchObject({
      status: 'player',
      user: { created_at: '2020-01-01T00:00:00.000Z' },
    });
    await restored;
    expect(server.count('GET /auth/profile')).toBe(1);
    expect(session.get().user?.created_at).toBe('2026-08-01T10:00:00.000Z');
  });

  test('waits for the profile when the stored user cannot be read', async () => {
    leave(makeToken(ALICE_ADDRESS), '{"half');
    make();
    const restored = session.restore();
    expect(session.get().status).toBe('loading');
    await restored;
    expect(session.get()).toMatchObject({ status: 'player', user: { wallet_address: ALICE_ADDRESS } });
  });

  test.each([401, 403, 404])('AUTH-04 a profile answered %i logs out and clears', async (status) => {
    leave(makeToken(ALICE_ADDRESS));
    server.fails.set('GET /auth/profile', down(status, 'TOKEN_INVALID'));
    make();
    await session.restore();
    expect(session.get()).toEqual({ status: 'guest', token: null, user: null });
    expect(keys()).toEqual([null, null]);
  });

  test.each([0, 500, 503])(
    'AUTH-04 trouble (%i) keeps the session and tries again (departure, docs/wire.md)',
    async (status) => {
      vi.useFakeTimers();
      leave(makeToken(ALICE_ADDRESS));
      server.fails.set('GET /auth/profile', down(status));
      make();
      await session.restore();
      expect(session.get().status).toBe('player');
      server.fails.clear();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(server.count('GET /auth/profile')).toBe(2);
      expect(session.get().status).toBe('player');
    },
  );

  test('AUTH-04 an expired token that nobody renews is trouble, not a refusal', async () => {
    vi.useFakeTimers();
    leave(makeToken(ALICE_ADDRESS, { age: 1_200 }));
    server.fails.set('GET /auth/profile', down(401, 'TOKEN_EXPIRED'));
    server.fails.set('POST /auth/refresh', down(503, 'UPSTREAM_UNAVAILABLE'));
    make();
    await session.restore();
    expect(session.get()).toMatchObject({ status: 'player', user: { wallet_address: ALICE_ADDRESS } });
    server.fails.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.count('POST /auth/refresh')).toBeGreaterThan(1);
    expect(session.get().status).toBe('player');
  });

  test.each([
    ['its answer', undefined],
    ['its refusal', down(401, 'TOKEN_INVALID')],
  ])('AUTH-02 a profile of the former account changes nothing: %s', async (_what, refusal) => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    const held = server.hold('GET /auth/profile');
    const restored = session.restore();
    await session.logout();
    await session.login(BOB_ADDRESS, (message) => BOB.signMessage({ message }));
    server.signedInAs = ALICE_ADDRESS;
    if (refusal) server.fails.set('GET /auth/profile', refusal);
    held();
    await restored;
    expect(session.get()).toMatchObject({ status: 'player', user: { wallet_address: BOB_ADDRESS } });
    expect(keys()[1]).toContain(BOB_ADDRESS);
  });

  test('AUTH-02 a sign-in waits for the refresh under way, whose cookie would come after its own', async () => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    await session.restore();
    const held = server.hold('POST /auth/refresh');
    const refreshed = session.refresh();
    await session.logout();
    const signedIn = session.login(ALICE_ADDRESS, sign);
    await vi.waitFor(() => expect(server.count('POST /auth/refresh')).toBe(1));
    expect(server.count('POST /auth/login')).toBe(0);
    held();
    await Promise.all([refreshed, signedIn]);
    expect(server.count('POST /auth/login')).toBe(2);
    expect(session.get().status).toBe('player');
  });

  test('follows another tab that signs out', async () => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    await session.restore();
    localStorage.clear();
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'auth_token', newValue: null, storageArea: localStorage }),
    );
    expect(session.get().status).toBe('guest');
  });

  test('follows another tab that signs in', async () => {
    make();
    await session.restore();
    const token = makeToken(BOB_ADDRESS);
    leave(token, userOf(BOB_ADDRESS));
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'auth_token', newValue: token, storageArea: localStorage }),
    );
    expect(session.get()).toMatchObject({ status: 'player', token, user: { wallet_address: BOB_ADDRESS } });
  });
});

test('AUTH-02 a tab that hears late of "out, and in again" leaves the new session alone', async () => {
  leave(makeToken(ALICE_ADDRESS));
  make();
  await session.restore();
  const token = makeToken(BOB_ADDRESS);
  leave(token, userOf(BOB_ADDRESS));
  const late = { key: 'auth_token', newValue: null, storageArea: localStorage };
  window.dispatchEvent(new StorageEvent('storage', late));
  expect(keys()[0]).toBe(token);
  expect(session.get()).toMatchObject({ token, user: { wallet_address: BOB_ADDRESS } });
});

describe('renewing', () => {
  test('exchanges the token at 80 % of its life', async () => {
    vi.useFakeTimers();
    leave(makeToken(ALICE_ADDRESS, { life: 900 }));
    make();
    await session.restore();
    const before = session.get().token;
    await vi.advanceTimersByTimeAsync(719_000);
    expect(server.count('POST /auth/refresh')).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.count('POST /auth/refresh')).toBe(1);
    expect(session.get().token).not.toBe(before);
    expect(localStorage.getItem('auth_token')).toBe(session.get().token);
  });

  test('AUTH-05 a refused refresh logs out, and the caller gets the error', async () => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    await session.restore();
    server.fails.set('POST /auth/refresh', down(403, 'SESSION_ENDED'));
    await expect(session.refresh()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect(session.get().status).toBe('guest');
    expect(keys()).toEqual([null, null]);
  });

  test('a refresh that nobody answers keeps the session and is tried again', async () => {
    vi.useFakeTimers();
    leave(makeToken(ALICE_ADDRESS, { age: 800 }));
    make();
    server.fails.set('POST /auth/refresh', down(503));
    await session.restore();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session.get().status).toBe('player');
    server.fails.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.count('POST /auth/refresh')).toBeGreaterThanOrEqual(2);
    expect(session.get().status).toBe('player');
  });

  test('takes over the token of a tab that was quicker instead of asking', async () => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    await session.restore();
    const newer = makeToken(ALICE_ADDRESS);
    localStorage.setItem('auth_token', newer);
    await session.refresh();
    expect(server.count('POST /auth/refresh')).toBe(0);
    expect(session.get().token).toBe(newer);
  });

  test('a call that finds its token expired refreshes once and is sent again', async () => {
    leave(makeToken(ALICE_ADDRESS));
    const { api } = make();
    await session.restore();
    const call = `GET /auth/user/${ALICE_ADDRESS}`;
    const { wallet_address, created_at } = userOf(ALICE_ADDRESS);
    const expired = session.get().token;
    server.answers = [
      answer(publicUser, () => {
        if (session.get().token === expired) throw down(401, 'TOKEN_EXPIRED');
        return { user: { wallet_address, created_at } };
      }),
    ];
    const { user } = await api.call(publicUser, { params: { wallet: ALICE_ADDRESS } });
    expect(user.wallet_address).toBe(ALICE_ADDRESS);
    expect(server.count('POST /auth/refresh')).toBe(1);
    expect(server.count(call)).toBe(2);
  });

  test('two calls at once share one refresh', async () => {
    leave(makeToken(ALICE_ADDRESS));
    make();
    await session.restore();
    await Promise.all([session.refresh(), session.refresh()]);
    expect(server.count('POST /auth/refresh')).toBe(1);
  });
});

test('logging out tells the server and clears the browser, even when nobody answers', async () => {
  leave(makeToken(ALICE_ADDRESS));
  make();
  await session.restore();
  server.fails.set('POST /auth/logout', down(0));
  await session.logout();
  expect(server.count('POST /auth/logout')).toBe(1);
  expect(session.get().status).toBe('guest');
  expect(keys()).toEqual([null, null]);
});
