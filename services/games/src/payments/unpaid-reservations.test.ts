import type { Participation } from '@touchline/api/http/entries';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { KEEP_UNPAID_MS } from '../reservations/delete-unpaid.ts';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { createPaymentSteps } from '../testing/payment-steps.ts';
import { ABANDONED_MS } from './match-payment.ts';

const app = setUpPaidSuite({ confirmations: 2 });
const { waitForOpenPayment, advance } = createPaymentSteps(app);

const findStates = async (who: string): Promise<string[]> =>
  app.db('reservations').where({ wallet_address: who }).pluck('state');

/** Lets the worker read a payment of another wallet, which shows how far the chain was read. */
async function payFromAnotherWallet(): Promise<void> {
  const other = await app.newPayer();
  await app.pay(other, '500');
  await app.mine(2);
  await waitForOpenPayment(other, 'UNMATCHED');
  await advance(MINUTE);
}

it('PAY-08 an unpaid reservation is deleted after a week, and a later payment is refunded or joins at the time of its submission', async () => {
  await app.reserve(app.me, app.season);
  await advance(KEEP_UNPAID_MS / 2);
  await payFromAnotherWallet();
  expect(await findStates(app.me)).toEqual(['EXPIRED']);
  await advance(KEEP_UNPAID_MS / 2);
  await payFromAnotherWallet();
  await eventually(async () => expect(await findStates(app.me)).toEqual([]));
  const hash = await app.pay(app.me, '500');
  await app.mine(2);
  await waitForOpenPayment(app.me, 'UNMATCHED');
  app.clock.now += ABANDONED_MS;
  expect(await waitForOpenPayment(app.me, 'NO_RESERVATION')).toMatchObject({ refund: '500', tx_hash: hash });
  await advance(HOUR);
  const { status, body } = await app.settleJoin(app.me, app.season, hash);
  expect(JOINED).toContain(status);
  const { joined_at } = body.data!.participation as Participation;
  expect(Date.parse(joined_at)).toBe(app.clock.now);
  expect(await app.openPayments(app.me)).toEqual([]);
});

it.each([
  ['mined', 202],
  ['reverted', 409],
  ['unknown', 202],
] as const)(
  'PAY-08 a reservation can be deleted while its %s transaction is read',
  async (state, expected) => {
    const wallet = state === 'reverted' ? await app.newPayer('10') : app.me;
    await app.reserve(wallet, app.season);
    const hash = state === 'unknown' ? `0x${'de'.repeat(32)}` : await app.pay(wallet, '500');
    if (state === 'unknown') {
      expect((await app.tryJoin(wallet, app.season, hash)).status).toBe(202);
      app.clock.now += HOUR;
      expect((await app.tryJoin(wallet, app.season, hash)).body.code).toBe('TX_NOT_FOUND');
    }
    app.rpcProxy.lie(async (method, result) => {
      if (/ByHash|Receipt/.test(method))
        await app.db('reservations').where({ wallet_address: wallet }).delete();
      return result;
    });
    await app.mine(2);
    expect((await app.tryJoin(wallet, app.season, hash)).status).toBe(expected);
    expect(await findStates(wallet)).toEqual([]);
    app.rpcProxy.lie(null);
    if (state === 'mined') expect(JOINED).toContain((await app.settleJoin(wallet, app.season, hash)).status);
  },
);

it('PAY-08 a payment that is mined after its reservation was deleted has no old prices, joins once from its submission, and is not refunded', async () => {
  await app.reserve(app.me, app.season);
  await app.automine(false);
  const hash = await app.pay(app.me, '500');
  expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
  const { from, to, input, gas, nonce, maxFeePerGas, maxPriorityFeePerGas } = await app.rpc<
    Record<string, string>
  >('eth_getTransactionByHash', hash);
  const sent = { from, to, data: input, gas, nonce, maxFeePerGas, maxPriorityFeePerGas };
  await app.rpc('anvil_dropTransaction', hash);
  await app.automine(true);
  await advance(HOUR);
  await eventually(async () => expect(await findStates(app.me)).toEqual(['EXPIRED']));
  await app.db('reservations').where({ wallet_address: app.me }).delete();

  const { players } = app.feed;
  const prices = players.map(({ price }) => price);
  const setPrices = async (price: (index: number) => number) => {
    for (const [index, player] of players.entries()) player.price = price(index);
    await app.feed.publishAll();
    await app.waitForFeed();
  };
  await setPrices(() => 9);
  expect(await app.rpc('eth_sendTransaction', sent)).toBe(hash);
  await app.mine(2);
  await waitForOpenPayment(app.me, 'UNMATCHED');
  app.clock.now += ABANDONED_MS;
  await waitForOpenPayment(app.me, 'NO_RESERVATION');
  expect((await app.tryJoin(app.me, app.season, hash)).body.code).toBe('SQUAD_INVALID');
  expect(await waitForOpenPayment(app.me, 'NO_RESERVATION')).toMatchObject({ refund: '500', tx_hash: hash });

  await setPrices((index) => prices[index]!);
  await advance(HOUR);
  const tabs = await Promise.all([1, 2].map(() => app.settleJoin(app.me, app.season, hash)));
  const entries = tabs.map(({ body }) => body.data!.participation as Participation);
  expect(entries.map(({ joined_at }) => Date.parse(joined_at))).toEqual([app.clock.now, app.clock.now]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(1);
  expect(await findStates(app.me)).toEqual(['JOINED']);
  expect(await app.openPayments(app.me)).toEqual([]);
});
