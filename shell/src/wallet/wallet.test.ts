import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../testing/deferred.ts';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS, rejected, rpcError, TestWallet } from '../testing/test-wallet.ts';
import { connectionStored, walletSuite } from '../testing/wallet-suite.ts';
import { walletMessage } from './wallet-errors.ts';

const page = walletSuite();
const NO_ANSWER = 'Your wallet did not answer. Open it and try again.';

describe('connecting', () => {
  test('WALLET-01 offers wallets that announce themselves, and the injected one only without any', () => {
    const names = () => page.wallet.get().choices.map(({ name }) => name);
    expect(names()).toEqual(['Test Wallet']);
    page.close();
    page.load();
    expect(names()).toEqual(['Injected']);
  });

  test('WALLET-10 goes from disconnected through connecting to connected', async () => {
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

  test('WALLET-02 ignores a second attempt while one is running', async () => {
    const { browser } = page;
    const { promise, resolve } = deferred();
    browser.fails.slowConnect = promise;
    const first = page.connect();
    await vi.waitFor(() => expect(browser.count('eth_requestAccounts')).toBe(1));
    await page.connect();
    resolve();
    await first;
    expect(browser.count('eth_requestAccounts')).toBe(1);
  });

  test('WALLET-07 connecting the current wallet fails and stays connected', async () => {
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

  test('WALLET-09 without any wallet: "Provider not found."', async () => {
    page.close();
    page.load();
    await page.wallet.connect(page.uidOf('Injected'));
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', error: 'Provider not found.' });
  });

  test('WALLET-16 stores connections, current connector, chain and status under wagmi', async () => {
    await page.connect();
    await connectionStored(page);
    const { state } = JSON.parse(localStorage.getItem('wagmi.store') ?? '{}');
    expect(state.connections.value).toHaveLength(1);
    expect(state).toMatchObject({ chainId: 480, current: page.wallet.get().wallet?.uid });
    expect(localStorage.getItem('wagmi.status')).toBe('connected');
  });

  test('follows another account chosen in the wallet', async () => {
    await page.connect();
    page.browser.setAccounts(BOB);
    expect(page.wallet.get().address).toBe(BOB_ADDRESS);
  });
});

describe('WALLET-11 with two wallets', () => {
  async function connectTwo() {
    const other = new TestWallet('Other Wallet', 'other.wallet');
    other.accounts = [BOB];
    page.close();
    page.load(page.browser, other);
    await page.connect();
    return { other, connectOther: () => page.wallet.connect(page.uidOf('Other Wallet')) };
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

describe('a wallet that does not answer', () => {
  test('times out after two minutes; a late approval still connects it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise, resolve } = deferred();
    page.browser.fails.slowConnect = promise;
    const attempt = page.connect();
    await vi.advanceTimersByTimeAsync(120_000);
    await attempt;
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', asking: null, error: NO_ANSWER });
    resolve();
    await vi.waitFor(() => expect(page.wallet.get()).toMatchObject({ status: 'connected', error: null }));
  });

  test('does not block the page with a signature request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await page.connect();
    page.browser.request = () => new Promise<never>(() => {});
    const signing = page.wallet.sign('Hello').catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(await signing).toBe(NO_ANSWER);
  });
});

test('WALLET-09 a request while reconnecting: "Connector unavailable while reconnecting"', async () => {
  await page.connect();
  page.config.setState((state) => {
    const [uid, connection] = [...state.connections][0] ?? [];
    if (!uid || !connection) return state;
    // After a reload the library knows the connector's name only, until the connector itself is back.
    const { id, name, type } = connection.connector;
    const connector = { id, name, type, uid } as never;
    return { ...state, status: 'reconnecting', connections: new Map([[uid, { ...connection, connector }]]) };
  });
  const refused = await page.wallet.sign('Hello').catch((error: unknown) => error);
  expect(walletMessage(refused)).toBe('Connector unavailable while reconnecting');
});

test('CONST-02 reads the chain with the values of the specification', () => {
  const { transport } = page.config.getClient();
  expect(transport).toMatchObject({ timeout: 10_000, retryCount: 3, retryDelay: 150 });
});
