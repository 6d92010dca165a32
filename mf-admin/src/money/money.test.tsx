import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listAdminPayments, listPayouts } from '@touchline/api/http/admin-money';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
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

describe('payouts', () => {
  it('the list shows description, wallet, amount, state and transaction, and pays a single payout', async () => {
    const { responses, requests } = createFakeServer(
      buildPayout(1),
      buildPayout(2, { payable: false }),
      buildPayout(3, { state: 'SENT', payer: ADMIN, transaction_hash: fakeHash(7) }),
    );
    const host = await openMoney(responses);
    expect(await screen.findByText('3 total, 3,000 FT due')).toBeTruthy();
    expect((await findRow('Friday Cup 2 was cancelled')).getByText('Not final yet')).toBeTruthy();
    const sent = await findRow('Friday Cup 3 was cancelled');
    expect(sent.getByRole('link').getAttribute('href')).toBe(`https://worldscan.org/tx/${fakeHash(7)}`);
    fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Pay'));
    expect(await (await findRow('Friday Cup 1 was cancelled')).findByText('CONFIRMED')).toBeTruthy();
    expect(host.transfers.requested).toEqual([
      { to: FAKE_ADDRESS, amount: '1000', purpose: 'payout', payout: 'games.1' },
    ]);
    expect(requests).toEqual(['begin games.1', 'report games.1']);
    expect(window.localStorage.length).toBe(0);
  });

  it('a batch pays one by one, stops at a rejected signature and resumes at the same payout', async () => {
    const { responses, requests } = createFakeServer(buildPayout(1), buildPayout(2), buildPayout(3));
    const host = await openMoney(responses);
    fireEvent.click(await screen.findByLabelText('All 3 payable on this page'));
    const resume = host.transfers.hold('confirm-in-wallet');
    await press('Pay selected (3)');
    expect(await screen.findByText('Confirm in your wallet')).toBeTruthy();
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    resume();
    expect(await screen.findByText('Transaction was cancelled. 1 of 3 payouts sent.')).toBeTruthy();
    expect(requests).toEqual(['begin games.1', 'report games.1', 'begin games.2', 'release games.2']);
    cleanup();
    // Opens the page a second time.
    const again = await openMoney(responses);
    expect(await screen.findByText(/^Stopped\./)).toBeTruthy();
    await press('Resume');
    await waitFor(() => expect(screen.getAllByText('CONFIRMED', { selector: 'td *' })).toHaveLength(3));
    expect(again.transfers.requested.map(({ payout }) => payout)).toEqual(['games.2', 'games.3']);
  });

  it('a payout that may have been sent is never sent again: its payer reports the transaction or gives it up', async () => {
    const claimed = { state: 'SENDING' as const, payer: ADMIN, begun_at: TIMESTAMP };
    const { responses, requests } = createFakeServer(buildPayout(1, claimed), buildPayout(2, claimed));
    window.localStorage.setItem(
      `touchline-payouts:${ADMIN}`,
      JSON.stringify({ queue: ['games.1', 'games.2'], total: 2, requested: { id: 'games.1', hash: null } }),
    );
    const host = await openMoney(responses);
    await press('Resume');
    expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
    fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Details'));
    fireEvent.change(await screen.findByLabelText('Transaction hash'), { target: { value: fakeHash(9) } });
    await press('Report transaction');
    await waitFor(() => expect(screen.queryByLabelText('Transaction hash')).toBeNull());
    expect(screen.getByText('1 of 2 payouts sent')).toBeTruthy();
    expect(screen.getByText('Resume')).toBeTruthy();
    fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Details'));
    await press('Give up: nothing was sent');
    await waitFor(() => expect(requests).toContain('give up games.2'));
    expect(requests).toContain('report games.1');
    expect(host.transfers.requested).toEqual([]);
  });

  it('ADMIN-20 the details of a payout show its amount in FT, with all decimals', async () => {
    await openMoney(createFakeServer(buildPayout(1, { amount: '1000.505' })).responses);
    fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Details'));
    expect(await screen.findByText('1,000.505 FT')).toBeTruthy();
  });

  it('skipped and given up payouts do not count as sent', async () => {
    const { responses, change } = createFakeServer(...[1, 2, 3, 4].map((n) => buildPayout(n)));
    const host = await openMoney(responses);
    fireEvent.click(await screen.findByLabelText('All 4 payable on this page'));
    for (const id of ['games.1', 'games.2'])
      change(id, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP });
    await press('Pay selected (4)');
    expect(await screen.findByText(/ 0 of 4 payouts sent\.$/)).toBeTruthy();
    await press('Skip this one');
    expect(await screen.findByText(/ 0 of 3 payouts sent\.$/)).toBeTruthy();
    host.transfers.hold('confirm-in-wallet');
    fireEvent.click((await findRow('Friday Cup 2 was cancelled')).getByText('Details'));
    await press('Give up: nothing was sent');
    await press('Resume');
    expect(await screen.findByText('Confirm in your wallet')).toBeTruthy();
    expect(screen.getByText('0 of 2 payouts sent')).toBeTruthy();
  });

  it('the stopped payout can be reported although the filtered list no longer contains it', async () => {
    const { responses, requests, change } = createFakeServer(buildPayout(1));
    const host = await openMoney(responses);
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'DUE' } });
    const pay = (await findRow('Friday Cup 1 was cancelled')).getByText('Pay');
    change('games.1', { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP });
    fireEvent.click(pay);
    expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
    expect(await screen.findByText('No payouts found')).toBeTruthy();
    await press('Details');
    const hash = await screen.findByLabelText<HTMLInputElement>('Transaction hash');
    fireEvent.change(hash, { target: { value: fakeHash(9) } });
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    expect(screen.getByLabelText<HTMLInputElement>('Transaction hash').value).toBe(fakeHash(9));
    await press('Report transaction');
    await waitFor(() => expect(screen.queryByLabelText('Transaction hash')).toBeNull());
    expect(requests).toEqual(['begin games.1', 'report games.1']);
  });

  it('a typed transaction stays in the form when its payout moves to another page of the list', async () => {
    const claimed = { state: 'SENDING' as const, payer: ADMIN, begun_at: TIMESTAMP };
    const { responses } = createFakeServer(buildPayout(1, claimed));
    let isOnPage = true;
    const host = await openMoney([
      ...responses,
      fakeResponse(listPayouts, ({ query }) => ({
        payouts: isOnPage || query.search ? [buildPayout(1, claimed)] : [],
        next: null,
        total: 21,
        owed_total: '3000',
      })),
    ]);
    fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Details'));
    const hash = await screen.findByLabelText('Transaction hash');
    fireEvent.change(hash, { target: { value: fakeHash(9) } });
    isOnPage = false;
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    expect(await screen.findByText('No payouts found')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Transaction hash').value).toBe(fakeHash(9));
  });

  it('any admin can check again whether a reported transaction is mined', async () => {
    const sent = buildPayout(1, { state: 'SENT', payer: FAKE_ADDRESS, transaction_hash: fakeHash(7) });
    const { responses, requests } = createFakeServer(sent);
    await openMoney(responses);
    fireEvent.click((await findRow('Friday Cup 1 was cancelled')).getByText('Details'));
    expect(await screen.findByText(/^This transfer is not mined yet\./)).toBeTruthy();
    expect(screen.queryByText('Give up: nothing was sent')).toBeNull();
    await press('Check again');
    await waitFor(() => expect(screen.queryByText('Check again')).toBeNull());
    expect(requests).toEqual(['report games.1']);
  });

  it('a payout claimed on another device of the same admin is not sent to the wallet', async () => {
    const { responses, requests, change } = createFakeServer(buildPayout(1));
    const host = await openMoney(responses);
    const pay = (await findRow('Friday Cup 1 was cancelled')).getByText('Pay');
    change('games.1', { state: 'SENDING', payer: ADMIN, begun_at: new Date().toISOString() });
    fireEvent.click(pay);
    expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
    expect(requests).toEqual(['begin games.1']);
    expect(host.transfers.requested).toEqual([]);
  });

  it('a transfer sent before a reload is resumed, and the batch stops at a payout claimed by another admin', async () => {
    const { responses, requests } = createFakeServer(
      buildPayout(1, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP }),
      buildPayout(2, { payer: FAKE_ADDRESS, state: 'SENDING' }),
    );
    window.localStorage.setItem(
      `touchline-payouts:${ADMIN}`,
      JSON.stringify({
        queue: ['games.1', 'games.2'],
        total: 2,
        requested: { id: 'games.1', hash: fakeHash(4) },
      }),
    );
    const host = await openMoney(responses);
    await press('Resume');
    expect(await screen.findByText(/^Another admin is paying it\. 1 of 2 payouts sent/)).toBeTruthy();
    expect(host.transfers.waited).toEqual([fakeHash(4)]);
    expect(requests).toEqual(['report games.1', 'begin games.2']);
    await press('End the batch');
    expect(window.localStorage.length).toBe(0);
  });
});

it('the payments list shows unmatched payments, and filters and pages them', async () => {
  const queries: unknown[] = [];
  await openMoney([
    ...createFakeServer().responses,
    fakeResponse(listAdminPayments, ({ query }) => {
      queries.push(query);
      return {
        payments: [
          {
            transaction_hash: fakeHash(5),
            log_index: 0,
            sender: FAKE_ADDRESS,
            amount: '777.5',
            refund: '0',
            reason: 'UNMATCHED',
            game_id: null,
            reservation_id: null,
            state: 'FINAL' as const,
            paid_at: TIMESTAMP,
            payout_id: null,
          },
        ],
        next: 'older',
        total: 21,
      };
    }),
  ]);
  expect(await screen.findByText('777.5 FT')).toBeTruthy();
  expect(queries[0]).toEqual({ only: 'unmatched' });
  await press('Older');
  await waitFor(() => expect(queries.at(-1)).toEqual({ only: 'unmatched', after: 'older' }));
  fireEvent.change(screen.getByLabelText('Filter'), { target: { value: '' } });
  await waitFor(() => expect(queries.at(-1)).toEqual({}));
});
