import { expect, test } from 'vitest';
import { qrSuite } from '../testing/qr-suite.ts';

const page = qrSuite();
const state = () => page.wallet.get();

test('an attempt without a relay times out after 20 seconds', async () => {
  const { end } = await page.start({ shown: false });
  await page.pass(19_999);
  expect(state().pendingRequest).toBe('qr');
  await page.pass(1);
  await end;
  expect(state()).toMatchObject({
    status: 'disconnected',
    error: 'The QR connection failed. Check your internet connection and try again.',
  });
});

test('loading the QR kit times out after 20 seconds', async () => {
  page.arrives = new Promise(() => {});
  const { end } = await page.start({ shown: false });
  await page.pass(20_000);
  await end;
  expect(state()).toMatchObject({
    pendingRequest: null,
    error: 'The QR connection failed. Check your internet connection and try again.',
  });
});

test('a code expires after five minutes', async () => {
  const { end } = await page.start();
  await page.pass(5 * 60_000);
  await end;
  expect(state()).toMatchObject({
    status: 'disconnected',
    code: null,
    error: 'The QR code has expired. Request a new one.',
  });
});

test('a proposal that the library reports as expired has the same message', async () => {
  const { end } = await page.start();
  page.phone.reject(new Error('Proposal expired'));
  await end;
  expect(state().error).toBe('The QR code has expired. Request a new one.');
});

test('an approved connection whose session never arrives times out after 40 seconds', async () => {
  const { end } = await page.start();
  await page.pass(60_000);
  page.phone.approve();
  await page.pass(39_999);
  expect(state().pendingRequest).toBe('qr');
  await page.pass(1);
  await end;
  expect(state()).toMatchObject({
    status: 'disconnected',
    error: 'Your wallet approved, but the connection was not completed. Try again.',
  });
});

test('a failure to load the QR kit is shown, and the next click retries', async () => {
  page.offline = true;
  await page.wallet.connectQr();
  expect(state().error).toBe(
    'The QR code could not be loaded. Check your internet connection and try again.',
  );
  page.offline = false;
  await page.start();
  expect(state()).toMatchObject({ error: null, code: { uri: 'wc:code' } });
});

test('WALLET-11 an unreachable phone is disconnected locally', async () => {
  await page.connect();
  page.phone.unresponsive = true;
  const disconnecting = page.wallet.disconnect();
  await page.pass(5_000);
  await disconnecting;
  expect(state()).toMatchObject({ status: 'disconnected', address: null });
});
