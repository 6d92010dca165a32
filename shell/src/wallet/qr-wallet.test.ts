import { deferred } from '@touchline/host/testing/deferred';
import { describe, expect, test } from 'vitest';
import { qrSuite } from '../testing/qr-suite.ts';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';

const page = qrSuite();
const state = () => page.wallet.get();

describe('QR code wallet', () => {
  test('WALLET-01 the QR code wallet is loaded by the first click', async () => {
    await page.wallet.start();
    expect(page.loads).toBe(0);
    await page.start();
    expect(page.loads).toBe(1);
  });

  test('WALLET-10 an attempt shows a code, then connects', async () => {
    const { end } = await page.start();
    expect(state()).toMatchObject({ status: 'connecting', pendingRequest: 'qr', code: { uri: 'wc:code' } });
    page.phone.accept();
    await end;
    expect(state()).toMatchObject({
      status: 'connected',
      address: ALICE_ADDRESS,
      pendingRequest: null,
      code: null,
      error: null,
      wallet: { kind: 'qr' },
    });
  });

  test('WALLET-02 no other wallet can be connected at the same time', async () => {
    const { end } = await page.start();
    await page.wallet.connectQr();
    await page.wallet.connect(state().choices[0]?.uid ?? '');
    expect(state()).toMatchObject({ pendingRequest: 'qr', status: 'connecting' });
    expect(page.loads).toBe(1);
    page.phone.accept();
    await end;
  });

  test('WALLET-06 a rejection on the phone shows no error', async () => {
    const { end } = await page.start();
    page.phone.reject();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', error: null, code: null });
  });

  test('WALLET-05 a failure is shown, and the next attempt shows a code again', async () => {
    const { end } = await page.start();
    page.phone.reject(new Error('The relay is on fire'));
    await end;
    expect(state().error).toBe('The relay is on fire');
    await page.start();
    expect(state()).toMatchObject({ error: null, code: { uri: 'wc:code' } });
  });
});

describe('cancellation', () => {
  test('cancelling works before there is a code', async () => {
    const { end } = await page.start({ shown: false });
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', pendingRequest: null, error: null });
  });

  test('cancelling ends the attempt immediately, and a phone that approves later is disconnected', async () => {
    const { end } = await page.start();
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', pendingRequest: null, code: null, error: null });
    expect(page.phone.abandoned).toBe(1);
    page.phone.accept();
    await page.pass(0);
    expect(page.phone.disconnects).toBe(1);
    expect(state()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('cancelling works while the kit is loading, and the next attempt uses the loaded kit', async () => {
    const { promise, resolve } = deferred();
    page.arrives = promise;
    const { end } = await page.start({ shown: false });
    page.wallet.cancelQr();
    await end;
    expect(state()).toMatchObject({ status: 'disconnected', pendingRequest: null, error: null });
    resolve();
    await page.pass(0);
    expect(state()).toMatchObject({ status: 'disconnected', pendingRequest: null });
    await page.start();
    expect(state()).toMatchObject({ pendingRequest: 'qr', code: { uri: 'wc:code' } });
    expect(page.loads).toBe(1);
  });
});

describe('phone of the last visit', () => {
  async function visit() {
    await page.connect();
    page.wallet.stop();
    page.phone.remembered = true;
    page.loads = 0;
    page.load();
  }

  test('WALLET-10 the phone is reconnected', async () => {
    await visit();
    const seen: string[] = [];
    page.wallet.subscribe(() => seen.push(state().status));
    await page.wallet.start();
    expect([...new Set(seen)]).toEqual(['reconnecting', 'connected']);
    expect(state()).toMatchObject({ address: ALICE_ADDRESS, wallet: { kind: 'qr' } });
    expect(page.loads).toBe(1);
  });

  test('the kit is not loaded if the phone was disconnected', async () => {
    await page.connect();
    await page.wallet.disconnect();
    page.wallet.stop();
    page.loads = 0;
    page.load();
    await page.wallet.start();
    expect(page.loads).toBe(0);
    expect(state().status).toBe('disconnected');
  });

  test('WALLET-10 the wallet is disconnected if the kit cannot be loaded', async () => {
    await visit();
    page.offline = true;
    await page.wallet.start();
    expect(state()).toMatchObject({ status: 'disconnected', address: null });
  });
});
