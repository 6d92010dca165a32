import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestWallet } from '../testing/test-wallet.ts';
import { createLazyWallet, type LazyWallet } from './lazy-wallet.ts';
import { type OpenWallet, openWallet } from './open-wallet.ts';

let page: LazyWallet;
let stopAnnouncing: () => void;
const library = async () => openWallet(FAKE_CONFIG, 'http://localhost');
const load = vi.fn<() => Promise<OpenWallet>>();

/** Loads the page. The library loads on request. */
function visit() {
  load.mockReset().mockImplementation(library);
  page = createLazyWallet(load);
  return page.start();
}

beforeEach(() => {
  stopAnnouncing = new TestWallet().announce();
});
afterEach(() => {
  page.stop();
  stopAnnouncing();
});

test('the wallet library is loaded once, when the user hovers over a wallet button', async () => {
  await visit();
  expect(page.get()).toMatchObject({ status: 'disconnected', choices: [], restored: true });
  await page.disconnectAll();
  expect(load).not.toHaveBeenCalled();
  await Promise.all([page.ensureLoaded(), page.ensureLoaded(true)]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(page.get().choices.map(({ name }) => name)).toEqual(['Test Wallet']);
  expect(page.get()).toMatchObject({ opening: false, restored: true });
});

test('WALLET-10 WALLET-16 the last visit’s wallet counts as reconnecting until the library has loaded', async () => {
  await visit();
  await page.ensureLoaded();
  await page.connect(page.get().choices[0]?.uid ?? '');
  expect(page.get().status).toBe('connected');
  await expect.poll(() => localStorage.getItem('wagmi.store')).toContain('"current":"');
  page.stop();
  const seen: string[] = [];
  const started = visit();
  page.subscribe(() => seen.push(page.get().status));
  expect(page.get().status).toBe('reconnecting');
  await started;
  await expect.poll(() => page.get()).toMatchObject({ status: 'connected', restored: true });
  expect(seen).not.toContain('disconnected');
});

test('a failure to load the library is shown after a press, and the next press tries again', async () => {
  await visit();
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  await page.ensureLoaded();
  expect(page.get().error).toBeNull();
  const pressed = page.ensureLoaded(true);
  expect(page.get().opening).toBe(true);
  await pressed;
  expect(page.get()).toMatchObject({
    opening: false,
    error: 'The wallet could not be loaded. Check your internet connection and try again.',
  });
  await page.ensureLoaded(true);
  expect(page.get().choices).toHaveLength(1);
  expect(page.get().error).toBeNull();
});
