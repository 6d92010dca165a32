import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { giveUpPayout, listPayouts } from '@touchline/api/http/admin-money';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, expect, it, vi } from 'vitest';
import { buildPayout, createFakeServer, findRow, openMoney, press } from '../testing/fake-payouts.ts';
import { ADMIN } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

const REPORTED = { state: 'SENT' as const, payer: ADMIN, transaction_hash: fakeHash(7) };
/** Response of a server that releases no claim. */
const KEEPS_CLAIMS = fakeResponse(giveUpPayout, () => {
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
});
const build = (count: number) => Array.from({ length: count }, (_, n) => buildPayout(n + 1));
const readStored = () => JSON.parse(window.localStorage.getItem(`touchline-payouts:${ADMIN}`) ?? 'null');
const pay = async (n: number) =>
  fireEvent.click((await findRow(`Friday Cup ${n} was cancelled`)).getByText('Pay'));
const select = async (n: number) =>
  fireEvent.click(await screen.findByLabelText(`Select Friday Cup ${n} was cancelled`));
async function selectAll(count: number) {
  fireEvent.click(await screen.findByLabelText(`All ${count} payable on this page`));
}

it('only the selected payouts are paid', async () => {
  const { responses, requests } = createFakeServer(...build(3));
  await openMoney(responses);
  for (const n of [1, 2, 3, 1]) await select(n);
  expect(screen.getByLabelText<HTMLInputElement>('Select Friday Cup 1 was cancelled').checked).toBe(false);
  await press('Pay selected (2)');
  await waitFor(() =>
    expect(requests).toEqual(['begin games.2', 'report games.2', 'begin games.3', 'report games.3']),
  );
  expect(await screen.findByText('Pay selected (0)')).toBeTruthy();
});

it('paying one payout keeps the selection of the others', async () => {
  const { responses, requests } = createFakeServer(...build(3));
  await openMoney(responses);
  for (const n of [1, 2]) await select(n);
  await pay(3);
  await waitFor(() => expect(requests).toEqual(['begin games.3', 'report games.3']));
  expect(await screen.findByText('Pay selected (2)')).toBeTruthy();
  await pay(2);
  expect(await screen.findByText('Pay selected (1)')).toBeTruthy();
});

it('the selection of a page ends with the page', async () => {
  const { responses } = createFakeServer();
  const list = fakeResponse(listPayouts, ({ query: { after } }) => ({
    payouts: [buildPayout(after ? 2 : 1)],
    next: after ? null : 'older',
    total: 2,
    owed_total: '2000',
  }));
  await openMoney([...responses, list]);
  await select(1);
  await screen.findByText('Pay selected (1)');
  await press('Older');
  await select(2);
  await press('Newer');
  await findRow('Friday Cup 1 was cancelled');
  expect(screen.getByText('Pay selected (0)')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Select Friday Cup 1 was cancelled').checked).toBe(false);
});

it('a payout that is requested during another transfer is sent after it', async () => {
  const { responses, requests } = createFakeServer(...build(2));
  const host = await openMoney(responses);
  const confirm = host.transfers.hold('confirm-in-wallet');
  await pay(1);
  await screen.findByText('Confirm in your wallet');
  await pay(2);
  expect(await screen.findByText('0 of 2 payouts sent')).toBeTruthy();
  expect(readStored()).toMatchObject({ queue: ['games.1', 'games.2'] });
  confirm();
  await waitFor(() => expect(requests.at(-1)).toBe('report games.2'));
  expect(host.transfers.requested.map(({ payout }) => payout)).toEqual(['games.1', 'games.2']);
});

it.each([1, 3])(
  'a payout that was reported on another device is not sent by a queue of %i',
  async (count) => {
    const { responses, requests, change } = createFakeServer(...build(count));
    const host = await openMoney(responses);
    host.transfers.offerBatches(20);
    await selectAll(count);
    change('games.1', REPORTED);
    await press(`Pay selected (${count})`);
    await waitFor(() => expect(requests.filter((each) => each.startsWith('report'))).toHaveLength(count - 1));
    await waitFor(() => expect(readStored()).toBeNull());
    expect(requests).not.toContain('report games.1');
    const sent = [
      ...host.transfers.requested,
      ...host.transfers.requestedBatches.flatMap((b) => b.transfers),
    ];
    expect(sent.map(({ payout }) => payout)).toEqual(['games.2', 'games.3'].slice(0, count - 1));
  },
);

it('a batch of which another admin pays all but one sends that payout alone', async () => {
  const { responses, requests, change } = createFakeServer(...build(2));
  const host = await openMoney(responses);
  host.transfers.offerBatches(20);
  await selectAll(2);
  change('games.2', { state: 'SENDING', payer: buildPayout(1).recipient });
  await press('Pay selected (2)');
  expect(await screen.findByText(/^Another admin is paying it\. 1 of 2 payouts sent/)).toBeTruthy();
  expect(host.transfers.requested.map(({ payout }) => payout)).toEqual(['games.1']);
  expect(host.transfers.requestedBatches).toEqual([]);
  expect(requests).toEqual(['begin games.1', 'begin games.2', 'report games.1', 'begin games.2']);
});

it.each([
  ['another admin pays', buildPayout(1).recipient, /^Another admin is paying it\. 0 of 2 payouts sent/],
  ['may have been sent', ADMIN, 'Was this transfer sent?'],
])('a batch whose first payout %s claims no other payout', async (_, payer, problem) => {
  const { responses, requests, change } = createFakeServer(...build(2));
  const host = await openMoney(responses);
  host.transfers.offerBatches(20);
  await selectAll(2);
  change('games.1', { state: 'SENDING', payer });
  await press('Pay selected (2)');
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(requests).toEqual(['begin games.1']);
  expect([host.transfers.requested, host.transfers.requestedBatches]).toEqual([[], []]);
});

it('a declined batch whose claims cannot be released is never sent again', async () => {
  const { responses } = createFakeServer(...build(2));
  const host = await openMoney([...responses, KEEPS_CLAIMS]);
  host.transfers.offerBatches(20);
  host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
  await selectAll(2);
  await press('Pay selected (2)');
  await screen.findByText(/^Transaction was cancelled\. 0 of 2 payouts sent/);
  await press('Resume');
  await screen.findByText('Was this batch sent?');
  await press('Give up: nothing more was sent');
  expect(await screen.findByText(/^Touchline is unavailable\. 0 of 2 payouts sent/)).toBeTruthy();
  expect(readStored()).toMatchObject({ queue: ['games.1', 'games.2'], batch: { calls: null } });
  expect(host.transfers.requestedBatches).toHaveLength(1);
});

it('a declined transfer whose claim cannot be released is not sent again without the admin', async () => {
  const { responses } = createFakeServer(...build(1));
  const host = await openMoney([...responses, KEEPS_CLAIMS]);
  host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
  await pay(1);
  await screen.findByText(/^Transaction was cancelled\./);
  await press('Resume');
  expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
  expect(host.transfers.requested).toHaveLength(1);
});
