import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { giveUpPayout, reportPayout } from '@touchline/api/http/admin-money';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { afterEach, expect, it, vi } from 'vitest';
import {
  buildPayout,
  createFakeServer,
  findRow,
  openMoney,
  press,
  TIMESTAMP,
} from '../testing/fake-payouts.ts';
import { ADMIN } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const type = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Transaction hash'), { target: { value } });
const expectGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());
/** Rejects with an error that is temporary, so a report is repeated: without a pause. */
const reject = () => {
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is unavailable.', { retryAfter: 0 });
};
const openDetails = async () =>
  fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Details'));

it('only the error of the last action is shown, until the hash is edited', async () => {
  const claimed = buildPayout(1, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP });
  await openMoney([
    ...createFakeServer(claimed).responses,
    fakeResponse(reportPayout, reject),
    fakeResponse(giveUpPayout, reject),
  ]);
  await openDetails();
  await type(fakeHash(9));
  await press('Report transaction');
  expect(await screen.findByText('Failed to report the transaction')).toBeTruthy();
  await press('Give up: nothing was sent');
  expect(await screen.findByText('Failed to give up the payout')).toBeTruthy();
  expect(screen.queryByText('Failed to report the transaction')).toBeNull();
  await press('Report transaction');
  expect(await screen.findByText('Failed to report the transaction')).toBeTruthy();
  expect(screen.queryByText('Failed to give up the payout')).toBeNull();
  await type(fakeHash(8));
  await expectGone('Failed to report the transaction');
});

it('the outcome of a check disappears when another hash is entered', async () => {
  const sent = buildPayout(1, { state: 'SENT', payer: ADMIN, transaction_hash: fakeHash(9) });
  const server = createFakeServer(sent);
  await openMoney([...server.responses, fakeResponse(reportPayout, { payout: sent })]);
  await openDetails();
  await press('Check again');
  expect(await screen.findByText('Checked again: not mined yet.')).toBeTruthy();
  await type(fakeHash(8));
  await expectGone('Checked again: not mined yet.');
});
