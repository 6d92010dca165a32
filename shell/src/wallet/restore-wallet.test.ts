import { deferred } from '@touchline/host/testing/deferred';
import { describe, expect, test, vi } from 'vitest';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { waitForStoredConnection, walletSuite } from '../testing/wallet-suite.ts';

const page = walletSuite();

/** Connects and closes the page. */
async function visit() {
  await page.connect();
  await waitForStoredConnection(page);
  page.close();
}

describe('WALLET-10 wallet of the last visit', () => {
  test('the wallet is reconnected', async () => {
    await visit();
    page.load(page.browser);
    const seen: string[] = [];
    page.wallet.subscribe(() => seen.push(page.wallet.get().status));
    await page.wallet.start();
    expect(seen[0]).toBe('reconnecting');
    expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    expect(page.browser.count('eth_requestAccounts')).toBe(1);
  });

  test('the wallet is disconnected if it has been locked', async () => {
    await visit();
    page.browser.allowed = false;
    page.load(page.browser);
    await page.wallet.start();
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('the wallet is reconnected when it announces itself late', async () => {
    await visit();
    page.load();
    await page.wallet.start();
    expect(page.wallet.get().status).toBe('disconnected');
    const stopAnnouncing = page.browser.announce();
    await expect.poll(() => page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    stopAnnouncing();
  });
});

test('a wallet that was never connected gets no requests', async () => {
  await page.wallet.start();
  expect(page.browser.calls).toEqual([]);
  expect(page.wallet.get().status).toBe('disconnected');
});

describe('WALLET-10 unresponsive wallet of the last visit', () => {
  async function startWith(request: typeof page.browser.request) {
    await visit();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.browser.request = request;
    page.load(page.browser);
    const start = page.wallet.start();
    await vi.advanceTimersByTimeAsync(15_000);
    await start;
  }

  test('the wallet is connected when it responds late', async () => {
    const request = page.browser.request;
    const { promise, resolve } = deferred();
    await startWith(async (call) => {
      await promise;
      return request(call);
    });
    expect(page.wallet.get().status).toBe('disconnected');
    resolve();
    await expect
      .poll(page.wallet.get)
      .toMatchObject({ status: 'connected', address: ALICE_ADDRESS, error: null });
  });

  // This must be the last test: wagmi has a module-level flag that is never reset if a reconnection never finishes.
  test('the wallet is disconnected after the timeout', async () => {
    await startWith(() => new Promise<never>(() => {}));
    expect(page.wallet.get().status).toBe('disconnected');
  });
});
