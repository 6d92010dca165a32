import { describe, expect, test, vi } from 'vitest';
import { fillStorage } from '../testing/full-storage.ts';
import { buildUser, makeToken } from '../testing/server.ts';
import { serverError, sessionSuite, sign, stored } from '../testing/session-suite.ts';
import { ALICE_ADDRESS, BOB_ADDRESS } from '../testing/test-wallet.ts';

const page = sessionSuite();

describe('signing in', () => {
  test('SHELL-08 login stores token and user in the browser', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    const { token, user } = page.session.get();
    expect(stored()).toEqual([token, JSON.stringify(user)]);
    expect(user?.wallet_address).toBe(ALICE_ADDRESS);
  });

  test('API-04 login takes two steps: a challenge (the departure, docs/api.md), then its signature', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    expect(page.server.count('POST /auth/login')).toBe(2);
  });

  test('login throws the server’s error for a wrong signature and the user stays signed out', async () => {
    page.open();
    await expect(page.session.login(BOB_ADDRESS, sign)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(page.session.get().user).toBeNull();
  });

  test('login drops the result if the account has changed', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign, () => false);
    expect(page.session.get().token).toBeNull();
    expect(page.server.count('POST /auth/login')).toBe(1);
  });

  test('AUTH-02 the second step waits for a refresh in flight, which would replace the new session’s cookie', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const release = page.server.hold('POST /auth/refresh');
    const refreshed = page.session.refresh();
    await expect.poll(() => page.server.count('POST /auth/refresh')).toBe(1);
    await page.session.logout();
    const sent = page.server.requests.length;
    const signed = vi.fn();
    const signedIn = page.session.login(ALICE_ADDRESS, (message) => sign(message).finally(signed));
    await expect.poll(() => signed).toHaveBeenCalled();
    release();
    await Promise.all([refreshed, signedIn]);
    const requests = page.server.requests.slice(sent).filter((endpoint) => endpoint.includes('/auth/'));
    expect(requests).toEqual(['POST /auth/login', 'POST /auth/login']);
    expect(page.server.finished.slice(-2)).toEqual(['POST /auth/refresh', 'POST /auth/login']);
    expect(page.session.get().status).toBe('player');
  });
});

describe('full storage', () => {
  test('a session that cannot be stored lasts until the page closes', async () => {
    page.store(makeToken(BOB_ADDRESS), buildUser(BOB_ADDRESS));
    fillStorage();
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    const { token } = page.session.get();
    await page.session.refresh();
    page.session.syncWithStorage();
    expect(page.server.count('POST /auth/refresh')).toBe(1);
    expect(page.session.get()).toMatchObject({ status: 'player', user: { wallet_address: ALICE_ADDRESS } });
    expect(page.session.get().token).not.toBe(token);
    expect(stored()).toEqual([null, null]);
  });

  test('a session that could not be stored does not return after a later session has ended', async () => {
    const emptyStorage = fillStorage();
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    emptyStorage();
    page.store(makeToken(BOB_ADDRESS), buildUser(BOB_ADDRESS));
    page.session.syncWithStorage();
    expect(page.session.get().user?.wallet_address).toBe(BOB_ADDRESS);
    localStorage.clear();
    page.session.syncWithStorage();
    expect(page.session.get().status).toBe('guest');
  });
});

describe('other tabs', () => {
  /** Dispatches the storage event of another tab. The storage itself may have changed again since. */
  const dispatchTokenEvent = (newValue: string | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'auth_token', newValue, storageArea: localStorage }),
    );

  test('a refresh does not bring back a session that another tab has ended', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    localStorage.clear();
    await page.session.refresh();
    expect(page.server.count('POST /auth/refresh')).toBe(0);
    expect([page.session.get().status, ...stored()]).toEqual(['guest', null, null]);
  });

  test('a sign-out in another tab signs out this tab', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    localStorage.clear();
    dispatchTokenEvent(null);
    expect(page.session.get().status).toBe('guest');
  });

  test('a sign-in in another tab signs in this tab', async () => {
    page.open();
    await page.session.restore();
    const token = makeToken(BOB_ADDRESS);
    page.store(token, buildUser(BOB_ADDRESS));
    dispatchTokenEvent(token);
    expect(page.session.get()).toMatchObject({
      status: 'player',
      token,
      user: { wallet_address: BOB_ADDRESS },
    });
  });

  test('a nickname that was changed in another tab is shown in this tab', async () => {
    const token = makeToken(ALICE_ADDRESS);
    await page.openAs(token);
    const changeUser = (wallet: string, nickname: string) => {
      page.store(token, { ...buildUser(wallet), nickname });
      window.dispatchEvent(new StorageEvent('storage', { key: 'user_data', storageArea: localStorage }));
    };
    changeUser(ALICE_ADDRESS, 'Gaffer');
    expect(page.session.get()).toMatchObject({ token, user: { nickname: 'Gaffer' } });
    // The user of a new session is stored before its token.
    changeUser(BOB_ADDRESS, 'Bob');
    expect(page.session.get().user?.nickname).toBe('Gaffer');
  });

  test('a late rejection of a refresh does not end a newer session from another tab', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const release = page.server.hold('POST /auth/refresh');
    page.server.fails.set('POST /auth/refresh', serverError(403, 'SESSION_ENDED'));
    const refreshed = page.session.refresh();
    await expect.poll(() => page.server.count('POST /auth/refresh')).toBe(1);
    const token = makeToken(ALICE_ADDRESS);
    page.store(token);
    release();
    await expect(refreshed).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect([page.session.get().token, localStorage.getItem('auth_token')]).toEqual([token, token]);
  });

  test('AUTH-02 a late sign-out event does not end the newer session', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const token = makeToken(BOB_ADDRESS);
    page.store(token, buildUser(BOB_ADDRESS));
    dispatchTokenEvent(null);
    expect(stored()[0]).toBe(token);
    expect(page.session.get()).toMatchObject({ token, user: { wallet_address: BOB_ADDRESS } });
  });
});

test('signing out notifies the server and clears the browser, even if the server is unreachable', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  page.server.fails.set('POST /auth/logout', serverError(0));
  await page.session.logout();
  expect(page.server.count('POST /auth/logout')).toBe(1);
  expect(page.session.get().status).toBe('guest');
  expect(stored()).toEqual([null, null]);
});
