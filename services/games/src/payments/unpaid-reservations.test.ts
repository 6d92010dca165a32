import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { KEEP_UNPAID_MS } from '../reservations/delete-unpaid.ts';
import { MINUTE } from '../testing/feed-builders.ts';
import { setUpPaidSuite } from '../testing/paid-suite.ts';
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

it('PAY-08 an unpaid reservation is deleted after a week, and a payment that arrives later is listed for its refund', async () => {
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
});
