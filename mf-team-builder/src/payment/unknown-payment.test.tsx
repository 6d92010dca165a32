import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { JoinReason } from '@touchline/api/http/games';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { button, dialog, dialogGone, press } from '../testing/open-builder.tsx';
import {
  buildSent,
  openConfirm,
  openPayment,
  paidGame,
  payFee,
  refusal,
  said,
  stepIs,
  storedPayments,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { paymentRecords } from './payment-records.ts';

resetBetweenTests();

describe('a wallet that did not answer', () => {
  const asked = () => paymentRecords.save({ ...buildSent(), hash: null });

  it('is not asked again unless the user denies having approved', async () => {
    asked();
    const { host } = await openConfirm();
    await said('Did you approve the last payment request?');
    expect(button('Pay Entry Fee').disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('I did not approve it, or I rejected it'));
    expect(button('Pay Entry Fee').disabled).toBe(false);
    payFee();
    await stepIs('success');
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('may have paid: then the team joins without the browser', async () => {
    asked();
    let code: JoinReason | null = null;
    const { host, joinedTeams } = await openConfirm({ eligibility: () => code });
    code = 'PAYMENT_PENDING';
    await stepIs('elsewhere');
    expect(screen.getByText('You do not need to pay again.')).toBeTruthy();
    code = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('need not be waited for; a payment that it sends later joins', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joinedTeams, joined } = await openConfirm();
    const approve = host.transfers.hold('confirm-in-wallet');
    payFee();
    await said('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    await said('Did you approve the last payment request?');
    press('Cancel');
    approve();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined.at(-1)?.body).toMatchObject({ transaction_hash: fakeHash(1) });
  });

  it('may refuse late, and the closed dialog stays closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host } = await openConfirm();
    const respondLate = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    payFee();
    await said('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    await said('Did you approve the last payment request?');
    press('Cancel');
    await act(async () => respondLate());
    await waitFor(() => expect(storedPayments()).toEqual([]));
    await dialogGone();
  });

  it('may pay late, while the dialog shows a failure that then disappears', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joinedTeams } = await openConfirm({ joins: ['pending', 'pending', 'joined'] });
    const approve = host.transfers.hold('confirm-in-wallet');
    payFee();
    await said('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    fireEvent.click(await screen.findByLabelText('I did not approve it, or I rejected it'));
    host.transfers.fail(new TransferError('UNKNOWN_ERROR', 'Another payment is in progress.'));
    payFee();
    await stepIs('failed');
    approve();
    await stepIs('finishing');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
  });
});

describe('a payment from elsewhere', () => {
  it.each([
    ['PAYMENT_PENDING', 'Your payment for this game is still being confirmed.'],
    ['RESERVATION_MISMATCH', 'The team that you reserved is the one that joins.'],
  ])('%s at the reservation waits for it instead of paying', async (code, message) => {
    let eligibility: JoinReason | null = 'PAYMENT_PENDING';
    const { host, joinedTeams } = await openConfirm({
      reserved: () => {
        throw refusal(code, message);
      },
      eligibility: () => eligibility,
    });
    payFee();
    await stepIs('elsewhere');
    expect((await dialog()).textContent).toContain(message);
    eligibility = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
  });

  it('says so if it ended without a team', async () => {
    await openConfirm({
      reserved: () => {
        throw refusal('PAYMENT_PENDING');
      },
    });
    payFee();
    await said(/did not create a team/);
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
    press('Clear');
    await waitFor(() => expect(screen.queryByText(/did not create a team/)).toBeNull());
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
  });

  it('RESERVATION_MISMATCH at the join: the reserved team joins with the payment', async () => {
    paymentRecords.save(buildSent());
    let eligibility: JoinReason | null = null;
    const { joinedTeams } = openPayment({
      joins: [refusal('RESERVATION_MISMATCH', 'The team that you reserved is the one that joins.')],
      eligibility: () => eligibility,
    });
    await said('The team that you reserved is the one that joins.');
    eligibility = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
  });
});
