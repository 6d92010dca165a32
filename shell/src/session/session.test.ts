import { describe, expect, test, vi } from 'vitest';
import { makeToken, userOf } from '../testing/server.ts';
import { failure, sessionSuite, sign, stored } from '../testing/session-suite.ts';
import { ALICE_ADDRESS, BOB_ADDRESS } from '../testing/test-wallet.ts';

const page = sessionSuite();

describe('signing in', () => {
  test('SHELL-08 stores token and user in the browser', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    const { token, user } = page.session.get();
    expect(stored()).toEqual([token, JSON.stringify(user)]);
    expect(user?.wallet_address).toBe(ALICE_ADDRESS);
  });

  test('API-04 takes two steps: a challenge (the departure, docs/wire.md), then its signature', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign);
    expect(page.server.count('POST /auth/login')).toBe(2);
  });

  test('throws the server’s error for a wrong signature and stays signed out', async () => {
    page.open();
    await expect(page.session.login(BOB_ADDRESS, sign)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(page.session.get().user).toBeNull();
  });

  test('drops the result if the account has changed', async () => {
    page.open();
    await page.session.login(ALICE_ADDRESS, sign, () => false);
    expect(page.session.get().token).toBeNull();
    expect(page.server.count('POST /auth/login')).toBe(1);
  });

  test('AUTH-02 waits for a refresh in flight, which would replace the new session’s cookie', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const release = page.server.hold('POST /auth/refresh');
    const refreshed = page.session.refresh();
    await page.session.logout();
    const signedIn = page.session.login(ALICE_ADDRESS, sign);
    await vi.waitFor(() => expect(page.server.count('POST /auth/refresh')).toBe(1));
    expect(page.server.count('POST /auth/login')).toBe(0);
    release();
    await Promise.all([refreshed, signedIn]);
    expect(page.server.count('POST /auth/login')).toBe(2);
    expect(page.session.get().status).toBe('player');
  });
});

describe('other tabs', () => {
  /** A storage event of another tab; the storage itself may have changed again since. */
  const tellOfToken = (newValue: string | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'auth_token', newValue, storageArea: localStorage }),
    );

  test('a sign-out there signs out here', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    localStorage.clear();
    tellOfToken(null);
    expect(page.session.get().status).toBe('guest');
  });

  test('a sign-in there signs in here', async () => {
    page.open();
    await page.session.restore();
    const token = makeToken(BOB_ADDRESS);
    page.store(token, userOf(BOB_ADDRESS));
    tellOfToken(token);
    expect(page.session.get()).toMatchObject({
      status: 'player',
      token,
      user: { wallet_address: BOB_ADDRESS },
    });
  });

  test('a refresh that is refused late does not end a newer session that began there', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const release = page.server.hold('POST /auth/refresh');
    page.server.fails.set('POST /auth/refresh', failure(403, 'SESSION_ENDED'));
    const refreshed = page.session.refresh();
    const token = makeToken(ALICE_ADDRESS);
    page.store(token);
    release();
    await expect(refreshed).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect([page.session.get().token, localStorage.getItem('auth_token')]).toEqual([token, token]);
  });

  test('AUTH-02 a late event of a sign-out does not end the session that followed', async () => {
    await page.openAs(makeToken(ALICE_ADDRESS));
    const token = makeToken(BOB_ADDRESS);
    page.store(token, userOf(BOB_ADDRESS));
    tellOfToken(null);
    expect(stored()[0]).toBe(token);
    expect(page.session.get()).toMatchObject({ token, user: { wallet_address: BOB_ADDRESS } });
  });
});

test('signing out calls the server and clears the browser, even if the server does not answer', async () => {
  await page.openAs(makeToken(ALICE_ADDRESS));
  page.server.fails.set('POST /auth/logout', failure(0));
  await page.session.logout();
  expect(page.server.count('POST /auth/logout')).toBe(1);
  expect(page.session.get().status).toBe('guest');
  expect(stored()).toEqual([null, null]);
});
