import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import {
  beginPayout,
  giveUpPayout,
  listAdminPayments,
  listPayouts,
  type Payout,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, openAdmin } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

const AT = '2026-09-01T12:00:20.000Z';
const buildPayout = (n: number, changes: Partial<Payout> = {}): Payout => ({
  id: `games.${n}`,
  kind: 'REFUND',
  reason: 'GAME_CANCELLED',
  because: `Friday Cup ${n} was cancelled`,
  recipient: FAKE_ADDRESS,
  amount: '1000',
  state: 'DUE',
  payable: true,
  sender: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  payer: null,
  transaction_hash: null,
  final: false,
  paid_with: null,
  game_id: null,
  due_at: AT,
  begun_at: null,
  sent_at: null,
  confirmed_at: null,
  ...changes,
});

/** The fake server's payouts. */
function server(...first: Payout[]) {
  const stored = new Map(first.map((each) => [each.id, each]));
  const calls: string[] = [];
  const change = (id = '', changes: Partial<Payout>) => {
    const payout = { ...stored.get(id)!, ...changes };
    stored.set(id, payout);
    return { payout };
  };
  const answers = [
    fakeResponse(listAdminPayments, { payments: [], next: null, total: 0 }),
    fakeResponse(listPayouts, () => ({
      payouts: [...stored.values()],
      next: null,
      total: stored.size,
      owed_total: '3000',
    })),
    fakeResponse(beginPayout, ({ params: { id } }) => {
      calls.push(`begin ${id}`);
      const known = stored.get(id ?? '');
      if (known?.payer && known.payer !== ADMIN) throw new TouchlineError('STALE', 'Another admin pays it.');
      if (known?.state !== 'DUE') return { payout: known!, newly_begun: false };
      const begun = { state: 'SENDING' as const, payer: ADMIN, begun_at: new Date().toISOString() };
      return { ...change(id, begun), newly_begun: true };
    }),
    fakeResponse(reportPayout, ({ params: { id }, body }) => {
      calls.push(`report ${id}`);
      return change(id, { ...(body as { transaction_hash: string }), state: 'CONFIRMED' });
    }),
    fakeResponse(giveUpPayout, ({ params: { id } }) => {
      calls.push(`give up ${id}`);
      return change(id, { state: 'DUE', payer: null, begun_at: null });
    }),
  ];
  return { answers, calls, change };
}

async function openMoney(answers: Parameters<typeof openAdmin>[0]) {
  const host = openAdmin(answers);
  fireEvent.click(screen.getByLabelText('Money'));
  await screen.findByText('Payouts');
  return host;
}
const row = async (because: string) => within((await screen.findByText(because)).closest('tr')!);
// By its text: looking for roles in a large page is slow.
const button = async (name: string) =>
  (await screen.findByText(name, { selector: 'button *' })).closest('button')!;
const press = async (name: string) => fireEvent.click(await button(name));

describe('payouts', () => {
  it('lists why, to which wallet, how much, state and transaction, and pays one from the dashboard', async () => {
    const { answers, calls } = server(
      buildPayout(1),
      buildPayout(2, { payable: false }),
      buildPayout(3, { state: 'SENT', payer: ADMIN, transaction_hash: fakeHash(7) }),
    );
    const host = await openMoney(answers);
    expect(await screen.findByText('3 total, 3,000 FT owed')).toBeTruthy();
    expect((await row('Friday Cup 2 was cancelled')).getByText('Not final yet')).toBeTruthy();
    const sent = await row('Friday Cup 3 was cancelled');
    expect(sent.getByRole('link').getAttribute('href')).toBe(`https://worldscan.org/tx/${fakeHash(7)}`);
    fireEvent.click((await row('Friday Cup 1 was cancelled')).getByText('Pay'));
    expect(await (await row('Friday Cup 1 was cancelled')).findByText('CONFIRMED')).toBeTruthy();
    expect(host.transfers.requested).toEqual([
      { to: FAKE_ADDRESS, amount: '1000', purpose: 'payout', payout: 'games.1' },
    ]);
    expect(calls).toEqual(['begin games.1', 'report games.1']);
    expect(window.localStorage.length).toBe(0);
  });

  it('pays a batch one by one; a refused signature stops it, and it goes on where it was', async () => {
    const { answers, calls } = server(buildPayout(1), buildPayout(2), buildPayout(3));
    const host = await openMoney(answers);
    fireEvent.click(await screen.findByLabelText('All 3 payable on this page'));
    const resume = host.transfers.hold('confirm-in-wallet');
    await press('Pay selected (3)');
    expect(await screen.findByText('Confirm in your wallet')).toBeTruthy();
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    resume();
    expect(await screen.findByText('Transaction was cancelled. 1 of 3 payouts sent.')).toBeTruthy();
    expect(calls).toEqual(['begin games.1', 'report games.1', 'begin games.2', 'give up games.2']);
    cleanup();
    // The page is opened again.
    const again = await openMoney(answers);
    expect(await screen.findByText(/^Stopped\./)).toBeTruthy();
    await press('Go on');
    await waitFor(() => expect(screen.getAllByText('CONFIRMED', { selector: 'td *' })).toHaveLength(3));
    expect(again.transfers.requested.map(({ payout }) => payout)).toEqual(['games.2', 'games.3']);
  });

  it('never sends again what may have been sent: the payer names the transaction, or gives it up', async () => {
    const begun = { state: 'SENDING' as const, payer: ADMIN, begun_at: AT };
    const { answers, calls } = server(buildPayout(1, begun), buildPayout(2, begun));
    window.localStorage.setItem(
      `touchline-payouts:${ADMIN}`,
      JSON.stringify({ queue: ['games.1', 'games.2'], total: 2, asked: { id: 'games.1', hash: null } }),
    );
    const host = await openMoney(answers);
    await press('Go on');
    expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
    fireEvent.click((await row('Friday Cup 1 was cancelled')).getByText('Details'));
    fireEvent.change(await screen.findByLabelText('Transaction hash'), { target: { value: fakeHash(9) } });
    await press('Report transaction');
    await waitFor(() => expect(screen.queryByLabelText('Transaction hash')).toBeNull());
    fireEvent.click((await row('Friday Cup 2 was cancelled')).getByText('Details'));
    await press('Nothing was sent: give up');
    await waitFor(() => expect(calls).toContain('give up games.2'));
    expect(calls).toContain('report games.1');
    expect(host.transfers.requested).toEqual([]);
  });

  it('looks again whether a transaction that was named is mined, for any admin', async () => {
    const sent = buildPayout(1, { state: 'SENT', payer: FAKE_ADDRESS, transaction_hash: fakeHash(7) });
    const { answers, calls } = server(sent);
    await openMoney(answers);
    fireEvent.click((await row('Friday Cup 1 was cancelled')).getByText('Details'));
    expect(await screen.findByText(/^The chain does not have this transfer yet\./)).toBeTruthy();
    expect(screen.queryByText('Nothing was sent: give up')).toBeNull();
    await press('Check again');
    await waitFor(() => expect(screen.queryByText('Check again')).toBeNull());
    expect(calls).toEqual(['report games.1']);
  });

  it('does not ask the wallet for what another device of the same admin began a moment ago', async () => {
    const { answers, calls, change } = server(buildPayout(1));
    const host = await openMoney(answers);
    const pay = (await row('Friday Cup 1 was cancelled')).getByText('Pay');
    change('games.1', { state: 'SENDING', payer: ADMIN, begun_at: new Date().toISOString() });
    fireEvent.click(pay);
    expect(await screen.findByText('Was this transfer sent?')).toBeTruthy();
    expect(calls).toEqual(['begin games.1']);
    expect(host.transfers.requested).toEqual([]);
  });

  it('goes on with a transfer that was sent before a reload, and stops at one that somebody else pays', async () => {
    const { answers, calls } = server(
      buildPayout(1, { state: 'SENDING', payer: ADMIN, begun_at: AT }),
      buildPayout(2, { payer: FAKE_ADDRESS, state: 'SENDING' }),
    );
    window.localStorage.setItem(
      `touchline-payouts:${ADMIN}`,
      JSON.stringify({
        queue: ['games.1', 'games.2'],
        total: 2,
        asked: { id: 'games.1', hash: fakeHash(4) },
      }),
    );
    const host = await openMoney(answers);
    await press('Go on');
    expect(await screen.findByText(/^Another admin pays it\. 1 of 2 payouts sent/)).toBeTruthy();
    expect(host.transfers.waited).toEqual([fakeHash(4)]);
    expect(calls).toEqual(['report games.1', 'begin games.2']);
    await press('End the batch');
    expect(window.localStorage.length).toBe(0);
  });
});

it('lists payments that match nothing', async () => {
  const asked: unknown[] = [];
  await openMoney([
    ...server().answers,
    fakeResponse(listAdminPayments, ({ query }) => {
      asked.push(query);
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
            paid_at: AT,
            payout_id: null,
          },
        ],
        next: 'older',
        total: 21,
      };
    }),
  ]);
  expect(await screen.findByText('777.5 FT')).toBeTruthy();
  expect(asked[0]).toEqual({ only: 'unmatched' });
  await press('Older');
  await waitFor(() => expect(asked.at(-1)).toEqual({ only: 'unmatched', after: 'older' }));
  fireEvent.change(screen.getByLabelText('Which'), { target: { value: '' } });
  await waitFor(() => expect(asked.at(-1)).toEqual({}));
});
