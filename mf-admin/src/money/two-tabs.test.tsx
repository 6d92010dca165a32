import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, expect, it, vi } from 'vitest';
import { holdLock } from '../testing/fake-locks.ts';
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
vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

it('a second tab of this browser sends nothing while the first one is sending', async () => {
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

it('a second tab keeps what the first one has stored, and resumes it first when the first one has ended', async () => {
  const { responses, requests } = createFakeServer(
    buildPayout(1, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP }),
    buildPayout(2),
  );
  const host = await openMoney(responses);
  const stored = JSON.stringify({
    queue: ['games.1'],
    total: 3,
    requested: { id: 'games.1', hash: fakeHash(4) },
    batch: null,
  });
  window.localStorage.setItem(KEY, stored);
  const release = holdLock();
  fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Pay'));
  await screen.findByText(/^Payouts or prizes are already being sent/);
  await press('End the batch');
  await screen.findByText(/^Payouts or prizes are already being sent/);
  expect(window.localStorage.getItem(KEY)).toBe(stored);
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
