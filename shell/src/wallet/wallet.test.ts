import { deferred } from '@touchline/host/testing/deferred';
import { describe, expect, test, vi } from 'vitest';
import { fillStorage } from '../testing/full-storage.ts';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS, rejected, rpcError, TestWallet } from '../testing/test-wallet.ts';
import { waitForStoredConnection, walletSuite } from '../testing/wallet-suite.ts';
import { getWalletMessage } from './wallet-errors.ts';

const page = walletSuite();
const NO_RESPONSE = 'Your wallet did not respond. Open it and try again.';

describe('connection', () => {
  test('WALLET-01 wallets that announce themselves are offered, otherwise the injected one', () => {
    const names = () => page.wallet.get().choices.map(({ name }) => name);
    expect(names()).toEqual(['Test Wallet']);
    page.close();
    page.load();
    expect(names()).toEqual(['Injected']);
  });

  test('WALLET-10 the status changes from disconnected via connecting to connected', async () => {
    const { wallet } = page;
    const seen = [wallet.get().status];
    wallet.subscribe(() => seen.push(wallet.get().status));
    await page.connect();
    expect([...new Set(seen)]).toEqual(['disconnected', 'connecting', 'connected']);
    expect(wallet.get()).toMatchObject({
      address: ALICE_ADDRESS,
      chainId: 480,
      rightChain: true,
      error: null,
    });
  });

  test('a wallet connects while the storage is full', async () => {
    fillStorage();
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ status: 'connected', error: null });
  });

  test('WALLET-02 a second attempt is ignored while one is running', async () => {
    const { browser } = page;
    const { promise, resolve } = deferred();
    browser.fails.slowConnect = promise;
    const first = page.connect();
    await expect.poll(() => browser.count('eth_requestAccounts')).toBe(1);
    await page.connect();
    resolve();
    await first;
    expect(browser.count('eth_requestAccounts')).toBe(1);
  });

  test('WALLET-07 connecting the current wallet fails, and it stays connected', async () => {
    await page.connect();
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ status: 'connected', error: 'Connector already connected.' });
  });

  test('WALLET-06 a rejection leaves no error', async () => {
    page.browser.fails.connect = rejected();
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', error: null });
  });

  test('WALLET-05 any other failure is shown until the next attempt', async () => {
    page.browser.fails.connect = rpcError(-32603, 'The wallet is on fire');
    await page.connect();
    expect(page.wallet.get().error).toContain('The wallet is on fire');
    page.browser.fails.connect = undefined;
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ status: 'connected', error: null });
  });

  test('WALLET-09 connecting without any wallet fails with "Provider not found."', async () => {
    page.close();
    page.load();
    await page.wallet.connect(page.findUid('Injected'));
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', error: 'Provider not found.' });
  });

  test('WALLET-16 connections, current connector, chain and status are stored under wagmi', async () => {
    await page.connect();
    await waitForStoredConnection(page);
    const { state } = JSON.parse(localStorage.getItem('wagmi.store') ?? '{}');
    expect(state.connections.value).toHaveLength(1);
    expect(state).toMatchObject({ chainId: 480, current: page.wallet.get().wallet?.uid });
    expect(localStorage.getItem('wagmi.status')).toBe('connected');
  });

  test('the state follows an account switch in the wallet', async () => {
    await page.connect();
    page.browser.setAccounts(BOB);
    expect(page.wallet.get().address).toBe(BOB_ADDRESS);
  });
});

describe('WALLET-11 two wallets', () => {
  async function connectTwo() {
    const other = new TestWallet('Other Wallet', 'other.wallet');
    other.accounts = [BOB];
    page.close();
    page.load(page.browser, other);
    await page.connect();
    return { other, connectOther: () => page.wallet.connect(page.findUid('Other Wallet')) };
  }

  test('a failed attempt returns to the existing connection', async () => {
    const { other, connectOther } = await connectTwo();
    other.fails.connect = rejected();
    await connectOther();
    expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
  });

  test('disconnecting one makes the other current, then none', async () => {
    const { connectOther } = await connectTwo();
    await connectOther();
    expect(page.wallet.get().address).toBe(BOB_ADDRESS);
    await page.wallet.disconnect();
    expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    await page.wallet.disconnect();
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });
});

describe('unresponsive wallet', () => {
  test('a connection attempt times out after two minutes, and a late approval still connects', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise, resolve } = deferred();
    page.browser.fails.slowConnect = promise;
    const attempt = page.connect();
    await vi.advanceTimersByTimeAsync(120_000);
    await attempt;
    expect(page.wallet.get()).toMatchObject({
      status: 'disconnected',
      pendingRequest: null,
      error: NO_RESPONSE,
    });
    resolve();
    await expect.poll(page.wallet.get).toMatchObject({ status: 'connected', error: null });
  });

  test('a signature request times out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await page.connect();
    page.browser.request = () => new Promise<never>(() => {});
    const signing = page.wallet.sign('Hello').catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(await signing).toBe(NO_RESPONSE);
  });
});

test('WALLET-09 a request while reconnecting fails with "Connector unavailable while reconnecting"', async () => {
  await page.connect();
  page.config.setState((state) => {
    const [uid, connection] = [...state.connections][0] ?? [];
    if (!uid || !connection) return state;
    // After a reload, the library knows only the connector's name until the connector itself has loaded.
    const { id, name, type } = connection.connector;
    const connector = { id, name, type, uid } as never;
    return { ...state, status: 'reconnecting', connections: new Map([[uid, { ...connection, connector }]]) };
  });
  const error = await page.wallet.sign('Hello').catch((error: unknown) => error);
  expect(getWalletMessage(error)).toBe('Connector unavailable while reconnecting');
});

test('CONST-02 the chain client uses the specified timeout and retry values', () => {
  const { transport } = page.config.getClient();
  expect(transport).toMatchObject({ timeout: 10_000, retryCount: 3, retryDelay: 150 });
});
