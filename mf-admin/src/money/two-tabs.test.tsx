import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, expect, it, vi } from 'vitest';
import { holdLock, storeElsewhere } from '../testing/fake-locks.ts';
import {
  buildPayout,
  createFakeServer,
  findRow,
  openMoney,
  press,
  TIMESTAMP,
} from '../testing/fake-payouts.ts';
import { fillStorage } from '../testing/full-storage.ts';
import { ADMIN } from '../testing/open-admin.tsx';

const KEY = `touchline-payouts:${ADMIN}`;
const begun = (n: number) => buildPayout(n, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP });
/** Stores what another tab would store. */
const store = (batch: object) =>
  window.localStorage.setItem(KEY, JSON.stringify({ requested: null, batch: null, ...batch }));
const stored = () => JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as object | null;
/** Batch of the first tab, which has requested its last transfer. */
const FIRST = {
  queue: ['games.1'],
  total: 3,
  requested: { id: 'games.1', hash: fakeHash(4) },
  batch: null,
};
/** Batch that was requested with one confirmation. */
const buildBatch = (calls: string, ...ids: string[]) => ({
  queue: ids,
  total: ids.length,
  batch: { calls, payouts: ids.map((id) => ({ id, to: buildPayout(1).recipient, amount: '1000' })) },
});
const findRejection = () => screen.findByText(/^Payouts or prizes are already being sent/);
vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

it('a second tab of this browser sends nothing while the first tab is sending', async () => {
  const { responses, requests } = createFakeServer(buildPayout(1));
  const host = await openMoney(responses);
  const release = holdLock();
  fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Pay'));
  expect(
    await screen.findByText(
      /^Payouts or prizes are already being sent, in this or another tab of this browser\./,
    ),
  ).toBeTruthy();
  expect(screen.getByText('Already in progress')).toBeTruthy();
  expect([requests, host.transfers.requested]).toEqual([[], []]);
  release();
  await press('Resume');
  expect(await (await findRow('Friday Cup 1 was cancelled')).findByText('CONFIRMED')).toBeTruthy();
  expect(requests).toEqual(['begin games.1', 'report games.1']);
  expect(host.transfers.requested).toHaveLength(1);
  expect(window.localStorage.length).toBe(0);
});

it('a tab that is opened while another tab is sending shows this, and offers to resume when the other tab is closed', async () => {
  const { responses, requests } = createFakeServer(begun(1));
  store(FIRST);
  const release = holdLock();
  const host = await openMoney(responses);
  expect(await findRejection()).toBeTruthy();
  expect(screen.getByText('Already in progress')).toBeTruthy();
  expect(screen.queryByText(/^Stopped\./)).toBeNull();
  release();
  expect(await screen.findByText(/^Stopped\./)).toBeTruthy();
  expect(screen.queryByText('Already in progress')).toBeNull();
  expect([requests, stored()]).toEqual([[], FIRST]);
  await press('Resume');
  await waitFor(() => expect(stored()).toBeNull());
  expect([requests, host.transfers.waited]).toEqual([['report games.1'], [fakeHash(4)]]);
});

it('a tab that is opened while another tab is sending shows what is left when the other tab ends', async () => {
  const { responses } = createFakeServer(begun(1));
  store(FIRST);
  const release = holdLock();
  const host = await openMoney(responses);
  await findRejection();
  const reload = vi.spyOn(host.queryClient, 'invalidateQueries');
  storeElsewhere(KEY, null);
  release();
  await waitFor(() => expect(screen.queryByText('Already in progress')).toBeNull());
  expect(screen.queryByText('2 of 3 payouts sent')).toBeNull();
  expect(reload).toHaveBeenCalled();
});

/** Requests a payout while another tab is sending. `release` ends the other tab. */
async function payBesideOtherTab() {
  const { responses, requests } = createFakeServer(begun(1), buildPayout(2));
  store(FIRST);
  const release = holdLock();
  await openMoney(responses);
  await findRejection();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Pay'));
  await screen.findByText(/2 of 4 payouts sent/);
  return { release, requests };
}

it('a payout that is requested while another tab is sending is kept until the admin resumes', async () => {
  const { release, requests } = await payBesideOtherTab();
  release();
  await screen.findByText(/^Stopped\./);
  await press('Resume');
  await waitFor(() => expect(stored()).toBeNull());
  expect(requests).toEqual(['report games.1', 'begin games.2', 'report games.2']);
});

it('a payout that is requested while another tab is sending is all that is left when the other tab has sent its own', async () => {
  const { release } = await payBesideOtherTab();
  storeElsewhere(KEY, null);
  release();
  expect(await screen.findByText('0 of 1 payout sent')).toBeTruthy();
});

it('a tab that was open before another tab began shows its progress and its end', async () => {
  const { responses } = createFakeServer(begun(1), begun(2));
  await openMoney(responses);
  storeElsewhere(KEY, { ...FIRST, queue: ['games.2', 'games.1'] });
  expect(await screen.findByText('1 of 3 payouts sent')).toBeTruthy();
  storeElsewhere(KEY, FIRST);
  expect(await screen.findByText('2 of 3 payouts sent')).toBeTruthy();
  storeElsewhere(KEY, null);
  await waitFor(() => expect(screen.queryByText('2 of 3 payouts sent')).toBeNull());
});

it('a second tab keeps the stored batch of the first tab, and resumes it before its own payouts', async () => {
  const { responses, requests } = createFakeServer(begun(1), buildPayout(2));
  const host = await openMoney(responses);
  store(FIRST);
  const release = holdLock();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Pay'));
  await findRejection();
  await press('End the batch');
  await findRejection();
  expect(stored()).toEqual(FIRST);
  release();
  const confirm = host.transfers.hold('confirm-in-wallet');
  await press('Resume');
  expect(await screen.findByText('Confirm in your wallet')).toBeTruthy();
  expect(screen.getByText('3 of 4 payouts sent')).toBeTruthy();
  confirm();
  await waitFor(() => expect(window.localStorage.length).toBe(0));
  expect(host.transfers.waited).toEqual([fakeHash(4)]);
  expect(requests).toEqual(['report games.1', 'begin games.2', 'report games.2']);
});

it('a payout that a second tab reports by hand leaves the stored batch of the first tab unchanged', async () => {
  const { responses, requests } = createFakeServer(begun(1), begun(2));
  await openMoney(responses);
  store(FIRST);
  holdLock();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Details'));
  const typed = { target: { value: fakeHash(5) } };
  fireEvent.change(await screen.findByLabelText('Transaction hash'), typed);
  await press('Report transaction');
  await waitFor(() => expect(screen.queryByLabelText('Transaction hash')).toBeNull());
  expect(requests).toEqual(['report games.2']);
  expect(stored()).toEqual(FIRST);
});

it('"End the batch" keeps the payouts of another tab that the admin has not seen', async () => {
  const { responses, requests } = createFakeServer(begun(1), buildPayout(2));
  const host = await openMoney(responses);
  const release = holdLock();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Pay'));
  expect(await findRejection()).toBeTruthy();
  store(FIRST);
  release();
  await press('End the batch');
  expect(await screen.findByText('2 of 3 payouts sent')).toBeTruthy();
  expect(stored()).toEqual(FIRST);
  await press('Resume');
  await waitFor(() => expect(stored()).toBeNull());
  expect(host.transfers.waited).toEqual([fakeHash(4)]);
  expect([requests, host.transfers.requested]).toEqual([['report games.1'], []]);
});

it('"Give up" gives up the shown batch, not one that another tab has requested since', async () => {
  const { responses, requests } = createFakeServer(begun(1), begun(2), begun(3), begun(4));
  store(buildBatch('first', 'games.1', 'games.2'));
  await openMoney(responses);
  await screen.findByText('0 of 2 payouts sent');
  const next = buildBatch('next', 'games.3', 'games.4');
  store(next);
  await press('Give up: nothing more was sent');
  await waitFor(() => expect(requests).toEqual(['give up games.1', 'give up games.2']));
  await waitFor(() => expect(stored()).toEqual({ requested: null, ...next }));
});

it('"Give up" gives up nothing of a batch that another tab is sending', async () => {
  const { responses, requests } = createFakeServer(begun(1), begun(2));
  const batch = buildBatch('first', 'games.1', 'games.2');
  store(batch);
  await openMoney(responses);
  await screen.findByText('0 of 2 payouts sent');
  holdLock();
  await press('Give up: nothing more was sent');
  await findRejection();
  expect([requests, stored()]).toEqual([[], { requested: null, ...batch }]);
});

it('a payout that is given up by hand leaves the transfer that another tab has requested since', async () => {
  const { responses, requests } = createFakeServer(begun(1), begun(2));
  const queue = ['games.1', 'games.2'];
  store({ queue, total: 3 });
  await openMoney(responses);
  await screen.findByText('1 of 3 payouts sent');
  store({ ...FIRST, queue });
  holdLock();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Details'));
  await press('Give up: nothing was sent');
  await waitFor(() => expect(screen.queryByLabelText('Transaction hash')).toBeNull());
  expect(requests).toEqual(['give up games.2']);
  expect(stored()).toEqual({ ...FIRST, total: 2 });
});

it('a hash that does not fit into the storage is kept until the page is left', async () => {
  const { responses, requests } = createFakeServer(buildPayout(1));
  const host = await openMoney(responses);
  host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
  const confirm = host.transfers.hold('confirm-in-wallet');
  fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Pay'));
  await screen.findByText('Confirm in your wallet');
  fillStorage();
  confirm();
  await screen.findByText(/^Network error occurred\./);
  await press('Resume');
  expect(await (await findRow('Friday Cup 1 was cancelled')).findByText('CONFIRMED')).toBeTruthy();
  expect(host.transfers.waited).toEqual([fakeHash(1)]);
  expect(requests).toEqual(['begin games.1', 'report games.1']);
});
