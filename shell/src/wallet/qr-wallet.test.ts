import { describe, expect, test } from 'vitest';
import { deferred } from '../testing/deferred.ts';
import { qrSuite } from '../testing/qr-suite.ts';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { createWallet } from './wallet.ts';

const page = qrSuite();
const state = () => page.wallet.get();

describe('a wallet by QR code', () => {
  test('WALLET-01 is offered if the deployment has it, and loaded by the first click', async () => {
    expect(state().qrOffered).toBe(true);
    expect(createWallet(page.config).get().qrOffered).toBe(false);
    await page.wallet.start();
    expect(page.loads).toBe(0);
    await page.start();
    expect(page.loads).toBe(1);
  });

  test('WALLET-10 shows a code, then is connected', async () => {
    const { end } = await page.start();
    expect(state()).toMatchObject({ status: 'connecting', asking: 'qr', code: { uri: 'wc:code' } });
    page.phone.accept();
    await end;
    expect(state()).toMatchObject({
      status: 'connected',
      address: ALICE_ADDRESS,
      asking: null,
      code: null,
      error: null,
      wallet: { kind: 'qr' },
    });
  });

  test('WALLET-02 no other wallet can be connected at the same time', async () => {
    const { end } = await page.start();
    await page.wallet.connectQr();
    await page.wallet.connect(state().choices[0]?.uid ?? '');
    expect(state()).toMatchObject({ asking: 'qr', status: 'connecting' });
    expect(page.loads).toBe(1);
    page.phone.accept();
    await end;
  });

  test('WALLET-06 a rejection on the phone shows nothing', async () => {
    const { end } = await page.start();
    page.phone.refuse();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', error: null, code: null });
  });

  test('WALLET-05 a failure is shown, and the next attempt shows a code again', async () => {
    const { end } = await page.start();
    page.phone.refuse(new Error('The relay is on fire'));
    await end;
    expect(state().error).toBe('The relay is on fire');
    await page.start();
    expect(state()).toMatchObject({ error: null, code: { uri: 'wc:code' } });
  });
});

describe('cancelling', () => {
  test('works before there is a code', async () => {
    const { end } = await page.start({ shown: false });
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', asking: null, error: null });
  });

  test('ends the attempt at once; a phone that approves later is disconnected again', async () => {
    const { end } = await page.start();
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', asking: null, code: null, error: null });
    expect(page.phone.abandoned).toBe(1);
    page.phone.accept();
    await page.pass(0);
    expect(page.phone.disconnects).toBe(1);
    expect(state()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('works while the kit is loading; the next attempt uses what has been loaded', async () => {
    const { promise, resolve } = deferred();
    page.arrives = promise;
    const { end } = await page.start({ shown: false });
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', asking: null, error: null });
    resolve();
    await page.pass(0);
    expect(state()).toMatchObject({ status: 'disconnected', asking: null });
    await page.start();
    expect(state()).toMatchObject({ asking: 'qr', code: { uri: 'wc:code' } });
    expect(page.loads).toBe(1);
  });
});

describe('the phone of the last visit', () => {
  async function visit() {
    await page.connect();
    page.wallet.stop();
    page.phone.remembered = true;
    page.loads = 0;
    page.load();
  }

  test('WALLET-10 is reconnected', async () => {
    await visit();
    const seen: string[] = [];
    page.wallet.subscribe(() => seen.push(state().status));
    await page.wallet.start();
    expect([...new Set(seen)]).toEqual(['reconnecting', 'connected']);
    expect(state()).toMatchObject({ address: ALICE_ADDRESS, wallet: { kind: 'qr' } });
    expect(page.loads).toBe(1);
  });

  test('is not loaded after it was disconnected', async () => {
    await page.connect();
    await page.wallet.disconnect();
    page.wallet.stop();
    page.loads = 0;
    page.load();
    await page.wallet.start();
    expect(page.loads).toBe(0);
    expect(state().status).toBe('disconnected');
  });

  test('WALLET-10 ends disconnected if the kit cannot be loaded', async () => {
    await visit();
    page.offline = true;
    await page.wallet.start();
    expect(state()).toMatchObject({ status: 'disconnected', address: null });
  });
});
