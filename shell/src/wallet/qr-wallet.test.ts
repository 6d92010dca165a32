import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestPhone } from '../testing/test-phone.ts';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { createWagmi, type Wagmi } from './wagmi-config.ts';
import { createWallet, type WalletStore } from './wallet.ts';

let config: Wagmi;
let wallet: WalletStore;
let phone: TestPhone;
let loads: number;
/** Fetching the code of the QR kind fails. */
let offline: boolean;
/** It takes until this. */
let arrives: Promise<void> | undefined;

function load() {
  config = createWagmi(FAKE_CONFIG, 'http://localhost');
  const make = phone.loader(() => config);
  wallet = createWallet(config, {
    loadQr: async () => {
      loads += 1;
      await arrives;
      if (offline) throw new Error('ChunkLoadError');
      return make();
    },
  });
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  phone = new TestPhone();
  loads = 0;
  offline = false;
  arrives = undefined;
  load();
});
afterEach(() => {
  wallet.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Begins an attempt; its code is there when `shown`. */
async function started({ shown = true } = {}) {
  const end = wallet.connectQr();
  await pass(0);
  if (shown) phone.showCode();
  return { end };
}

describe('a wallet by QR code', () => {
  test('WALLET-01 is offered where the deployment has switched it on, and fetched by the first click', async () => {
    expect(wallet.get().qrOffered).toBe(true);
    expect(createWallet(config).get().qrOffered).toBe(false);
    await wallet.start();
    expect(loads).toBe(0);
    await started();
    expect(loads).toBe(1);
  });

  test('WALLET-10 shows a code, then is connected', async () => {
    const { end } = await started();
    expect(wallet.get()).toMatchObject({ status: 'connecting', asking: 'qr', code: { uri: 'wc:code' } });
    phone.accept();
    await end;
    expect(wallet.get()).toMatchObject({
      status: 'connected',
      address: ALICE_ADDRESS,
      asking: null,
      code: null,
      error: null,
      wallet: { kind: 'qr' },
    });
  });

  test('WALLET-02 nothing else is connected meanwhile', async () => {
    const { end } = await started();
    await wallet.connectQr();
    await wallet.connect(wallet.get().choices[0]?.uid ?? '');
    expect(wallet.get()).toMatchObject({ asking: 'qr', status: 'connecting' });
    expect(loads).toBe(1);
    phone.accept();
    await end;
  });

  test('WALLET-06 a no on the phone shows nothing', async () => {
    const { end } = await started();
    phone.refuse();
    await end;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', error: null, code: null });
  });

  test('WALLET-05 a failure is told, and the next attempt shows a code again', async () => {
    const { end } = await started();
    phone.refuse(new Error('The relay is on fire'));
    await end;
    expect(wallet.get().error).toBe('The relay is on fire');
    await started();
    expect(wallet.get()).toMatchObject({ error: null, code: { uri: 'wc:code' } });
  });

  test('is cancelled at once; a phone that agrees later is disconnected again', async () => {
    const { end } = await started();
    wallet.cancelQr();
    await end;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', asking: null, code: null, error: null });
    expect(phone.abandoned).toBe(1);
    phone.accept();
    await pass(0);
    expect(phone.disconnects).toBe(1);
    expect(wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('can be cancelled while its code is still being fetched, and goes on with what has come then', async () => {
    let arrived = () => {};
    arrives = new Promise((done) => {
      arrived = done;
    });
    const { end } = await started({ shown: false });
    wallet.cancelQr();
    await end;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', asking: null, error: null });
    arrived();
    await pass(0);
    expect(wallet.get()).toMatchObject({ status: 'disconnected', asking: null });
    await started();
    expect(wallet.get()).toMatchObject({ asking: 'qr', code: { uri: 'wc:code' } });
    expect(loads).toBe(1);
  });

  test('can be cancelled before there is a code', async () => {
    const { end } = await started({ shown: false });
    wallet.cancelQr();
    await end;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', asking: null, error: null });
  });
});

describe('nobody answers', () => {
  test('without a relay: given up after 20 seconds', async () => {
    const { end } = await started({ shown: false });
    await pass(19_999);
    expect(wallet.get().asking).toBe('qr');
    await pass(1);
    await end;
    expect(wallet.get()).toMatchObject({
      status: 'disconnected',
      error: 'The QR connection failed. Check your internet connection and try again.',
    });
  });

  test('code that does not come: given up after 20 seconds', async () => {
    arrives = new Promise(() => {});
    const { end } = await started({ shown: false });
    await pass(20_000);
    await end;
    expect(wallet.get()).toMatchObject({
      asking: null,
      error: 'The QR connection failed. Check your internet connection and try again.',
    });
  });

  test('a code that nobody scans expires after five minutes', async () => {
    const { end } = await started();
    await pass(5 * 60_000);
    await end;
    expect(wallet.get()).toMatchObject({
      status: 'disconnected',
      code: null,
      error: 'The QR code has expired. Request a new one.',
    });
  });

  test('also when the library says so itself', async () => {
    const { end } = await started();
    phone.refuse(new Error('Proposal expired'));
    await end;
    expect(wallet.get().error).toBe('The QR code has expired. Request a new one.');
  });

  test('a phone that agreed and whose session never comes: 20 seconds', async () => {
    const { end } = await started();
    await pass(60_000);
    phone.agree();
    await pass(20_000);
    await end;
    expect(wallet.get()).toMatchObject({
      status: 'disconnected',
      error: 'Your wallet approved, but the connection was not completed. Try again.',
    });
  });

  test('code that cannot be fetched is told, and fetched again by the next click', async () => {
    offline = true;
    await wallet.connectQr();
    expect(wallet.get().error).toBe(
      'The QR code could not be loaded. Check your internet connection and try again.',
    );
    offline = false;
    await started();
    expect(wallet.get()).toMatchObject({ error: null, code: { uri: 'wc:code' } });
  });

  test('WALLET-11 a phone that cannot be told is disconnected on this side all the same', async () => {
    const { end } = await started();
    phone.accept();
    await end;
    phone.deaf = true;
    const gone = wallet.disconnect();
    await pass(5_000);
    await gone;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });
});

describe('at the start', () => {
  async function connectedBefore() {
    const { end } = await started();
    phone.accept();
    await end;
    wallet.stop();
    phone.remembered = true;
    loads = 0;
    load();
  }

  test('WALLET-10 the phone of the last visit is there again, over reconnecting', async () => {
    await connectedBefore();
    const seen: string[] = [];
    wallet.subscribe(() => seen.push(wallet.get().status));
    await wallet.start();
    expect([...new Set(seen)]).toEqual(['reconnecting', 'connected']);
    expect(wallet.get()).toMatchObject({ address: ALICE_ADDRESS, wallet: { kind: 'qr' } });
    expect(loads).toBe(1);
  });

  test('nothing is fetched once it was disconnected', async () => {
    const { end } = await started();
    phone.accept();
    await end;
    await wallet.disconnect();
    wallet.stop();
    loads = 0;
    load();
    await wallet.start();
    expect(loads).toBe(0);
    expect(wallet.get().status).toBe('disconnected');
  });

  test('WALLET-10 without its code it ends disconnected', async () => {
    await connectedBefore();
    offline = true;
    await wallet.start();
    expect(wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });
});
