import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../testing/deferred.ts';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { connectionStored, walletSuite } from '../testing/wallet-suite.ts';

const page = walletSuite();

/** Connects and ends the visit. */
async function visit() {
  await page.connect();
  await connectionStored(page);
  page.close();
}

describe('WALLET-10 the wallet of the last visit', () => {
  test('is reconnected', async () => {
    await visit();
    page.load(page.browser);
    const seen: string[] = [];
    page.wallet.subscribe(() => seen.push(page.wallet.get().status));
    await page.wallet.start();
    expect(seen[0]).toBe('reconnecting');
    expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    expect(page.browser.count('eth_requestAccounts')).toBe(1);
  });

  test('ends disconnected if it has been locked', async () => {
    await visit();
    page.browser.allowed = false;
    page.load(page.browser);
    await page.wallet.start();
    expect(page.wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('is reconnected when it announces itself late', async () => {
    await visit();
    page.load();
    await page.wallet.start();
    expect(page.wallet.get().status).toBe('disconnected');
    const silence = page.browser.announce();
    await vi.waitFor(() =>
      expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS }),
    );
    silence();
  });
});

test('a wallet that was never connected is not asked for anything', async () => {
  await page.wallet.start();
  expect(page.browser.calls).toEqual([]);
  expect(page.wallet.get().status).toBe('disconnected');
});

describe('WALLET-10 a wallet of the last visit that does not answer', () => {
  async function startWith(request: typeof page.browser.request) {
    await visit();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.browser.request = request;
    page.load(page.browser);
    const start = page.wallet.start();
    await vi.advanceTimersByTimeAsync(15_000);
    await start;
  }

  test('is connected when it answers after all', async () => {
    const answer = page.browser.request;
    const { promise, resolve } = deferred();
    await startWith(async (call) => {
      await promise;
      return answer(call);
    });
    expect(page.wallet.get().status).toBe('disconnected');
    resolve();
    await vi.waitFor(() =>
      expect(page.wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS, error: null }),
    );
  });

  // Must stay the last one: wagmi has a flag per module that is never reset if a reconnection never ends.
  test('ends disconnected', async () => {
    await startWith(() => new Promise<never>(() => {}));
    expect(page.wallet.get().status).toBe('disconnected');
  });
});
