import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { login } from '@touchline/api/http/auth';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removePushSubscription, subscribeToPush } from '../testing/push-subscription.ts';
import { buildUser, CHALLENGE_ID, makeToken } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import {
  ALICE_ADDRESS,
  BOB,
  BOB_ADDRESS,
  CAROL,
  CAROL_ADDRESS,
  rejected,
  TestWallet,
} from '../testing/test-wallet.ts';

const page = shellUnderTest();
let browser: TestWallet;
let stopAnnouncing: () => void;

beforeEach(() => {
  browser = new TestWallet();
  stopAnnouncing = browser.announce();
});
afterEach(() => stopAnnouncing());

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const connect = () => press('Browser wallet');
/** The class that Mantine gives a Loader, which has no role. */
const SPINNER = '.mantine-Loader-root';
const welcome = () => screen.findByText('Welcome back, Player!');

/** Announces a change of the storage as the browser does in the other tabs. */
const announceStorage = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', storageArea: localStorage }));

function storeSession(address: string) {
  page.server.signedInAs = address;
  localStorage.setItem('auth_token', makeToken(address));
  localStorage.setItem('user_data', JSON.stringify(buildUser(address)));
}

describe('sign-in of a connected wallet', () => {
  test('AUTH-01 a connected wallet is signed in automatically', async () => {
    const { shell } = page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await welcome();
    expect(shell.session.get().user?.wallet_address).toBe(ALICE_ADDRESS);
    expect(page.server.count('POST /auth/login')).toBe(2);
  });

  test('WALLET-03 the control shows the pending step with a spinner', async () => {
    const { promise, resolve } = deferred();
    browser.fails.slowConnect = promise;
    page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    const connecting = await screen.findByText('Connecting wallet...');
    expect(connecting.parentElement?.querySelector(SPINNER)).toBeTruthy();
    resolve();
    const authenticating = await screen.findByText('Authenticating wallet...');
    expect(authenticating.parentElement?.querySelector(SPINNER)).toBeTruthy();
    await welcome();
  });

  test('AUTH-01 the wallet gets one signature request; declining it leaves a button and no error', async () => {
    browser.fails.sign = rejected();
    page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    const signIn = await screen.findByRole('button', { name: 'Sign in' });
    expect(browser.count('personal_sign')).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
    browser.fails.sign = undefined;
    fireEvent.click(signIn);
    await welcome();
  });

  test('AUTH-06 the control shows the server’s error', async () => {
    page.server.fails.set(
      'POST /auth/login',
      new TouchlineError('RATE_LIMITED', 'Too many sign-ins. Wait a minute.', { status: 429 }),
    );
    page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    expect((await screen.findByRole('alert')).textContent).toBe('Too many sign-ins. Wait a minute.');
  });

  test('AUTH-06 the control shows "Wallet authentication failed" if the server gives no reason', async () => {
    const challenge = { id: CHALLENGE_ID, message: 'Sign', expires_at: new Date().toISOString() };
    page.server.responses = [fakeResponse(login, { challenge })];
    page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    expect((await screen.findByRole('alert')).textContent).toBe('Wallet authentication failed');
  });

  test('a wallet on another chain is not signed in', async () => {
    browser.chainId = '0x1';
    page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await screen.findByText('Switch to WorldChain Mainnet to use the product');
    expect(page.server.count('POST /auth/login')).toBe(0);
  });
});

describe('account switch', () => {
  test('AUTH-02 a switch signs out the first account, then signs in the new one', async () => {
    const { shell } = page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await welcome();
    act(() => browser.setAccounts(BOB));
    await waitFor(() => expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS));
    const order = page.server.requests.filter((call) => call.includes('/auth/log'));
    expect(order).toEqual([
      'POST /auth/login',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/login',
      'POST /auth/login',
    ]);
  });

  test('AUTH-02 a stored session of another account is replaced', async () => {
    storeSession(BOB_ADDRESS);
    const { shell } = page.open();
    await welcome();
    press(/^Wallet 0x/);
    connect();
    await waitFor(() => expect(shell.session.get().user?.wallet_address).toBe(ALICE_ADDRESS));
    expect(page.server.count('POST /auth/logout')).toBe(1);
  });
});

describe('two tabs', () => {
  test('AUTH-02 a session that another tab started for the new account is adopted, not ended', async () => {
    const { shell } = page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await welcome();
    // The other tab's storage event has not arrived yet.
    storeSession(BOB_ADDRESS);
    act(() => browser.setAccounts(BOB));
    expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS);
    expect(page.server.count('POST /auth/logout')).toBe(0);
    expect(page.server.count('POST /auth/login')).toBe(2);
  });

  test('AUTH-02 a session that another tab started with another wallet continues until this tab’s account changes', async () => {
    const { shell } = page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await welcome();
    localStorage.clear();
    act(announceStorage);
    storeSession(BOB_ADDRESS);
    act(announceStorage);
    expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS);
    expect(page.server.count('POST /auth/logout')).toBe(0);
    expect(page.server.count('POST /auth/login')).toBe(2);
    act(() => browser.setAccounts(CAROL));
    await waitFor(() => expect(shell.session.get().user?.wallet_address).toBe(CAROL_ADDRESS));
    expect(page.server.count('POST /auth/logout')).toBe(1);
  });
});

test('a sign-in that begins while a sign-out waits for the server asks for one signature', async () => {
  const { shell } = page.open();
  await screen.findByText('Connect your wallet to get started');
  connect();
  await welcome();
  const release = page.server.hold('POST /auth/logout');
  press(/^Wallet 0x/);
  press('Sign out');
  await screen.findByText('Connect your wallet to get started');
  await waitFor(() => expect(shell.wallet.get().status).toBe('disconnected'));
  connect();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(browser.count('personal_sign')).toBe(2));
  release();
  await welcome();
  expect(shell.session.get().user?.wallet_address).toBe(ALICE_ADDRESS);
  expect(browser.count('personal_sign')).toBe(2);
  // The old session has ended before the new one starts: its response removes the cookie.
  const ended = page.server.finished.lastIndexOf('POST /auth/logout');
  expect(page.server.finished.slice(ended).filter((call) => call === 'POST /auth/login')).toHaveLength(1);
});

test('signing out ends the session and disconnects the wallet', async () => {
  const { shell } = page.open();
  await screen.findByText('Connect your wallet to get started');
  connect();
  await welcome();
  press(/^Wallet 0x/);
  press('Sign out');
  await screen.findByText('Connect your wallet to get started');
  expect(page.server.count('POST /auth/logout')).toBe(1);
  await waitFor(() => expect(shell.wallet.get().status).toBe('disconnected'));
  expect(localStorage.getItem('auth_token')).toBeNull();
  // No automatic sign-in follows.
  expect(page.server.count('POST /auth/login')).toBe(2);
});

describe('S11 sign-out everywhere', () => {
  afterEach(removePushSubscription);

  async function open() {
    const { shell } = page.open();
    await screen.findByText('Connect your wallet to get started');
    connect();
    await welcome();
    press(/^Wallet 0x/);
    return shell;
  }

  test('sign-out everywhere ends all sessions of the wallet and disconnects it in this browser', async () => {
    const shell = await open();
    const unsubscribe = subscribeToPush();
    press('Sign out everywhere');
    await screen.findByText('Connect your wallet to get started');
    expect(page.server.count('POST /auth/logout-all')).toBe(1);
    await waitFor(() => expect(shell.wallet.get().status).toBe('disconnected'));
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(page.server.count('POST /auth/login')).toBe(2);
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  });

  test('sign-out everywhere shows an error if the server is unreachable, and this browser stays signed in', async () => {
    const shell = await open();
    const unsubscribe = subscribeToPush();
    page.server.fails.set('POST /auth/logout-all', new TouchlineError('NETWORK_ERROR', '', { status: 0 }));
    press('Sign out everywhere');
    const [alert] = await screen.findAllByRole('alert');
    expect(alert?.textContent).toContain('The server cannot be reached.');
    expect(shell.session.get().user?.wallet_address).toBe(ALICE_ADDRESS);
    await vi.dynamicImportSettled();
    expect(unsubscribe).not.toHaveBeenCalled();
  });
});
