import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { JoinReason } from '@touchline/api/http/games';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { button, dialog, dialogGone, press } from '../testing/open-builder.tsx';
import {
  apiError,
  buildSent,
  findText,
  openConfirm,
  openPayment,
  paidGame,
  pressPayFee,
  storedPayments,
  storePayment,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('wallet without a response', () => {
  const saveOpenRequest = () => storePayment({ ...buildSent(), hash: null });

  it('the wallet gets no second request unless the user denies having approved the first', async () => {
    saveOpenRequest();
    const { host } = await openConfirm();
    await findText('Did you approve the last payment request?');
    expect(button('Pay Entry Fee').disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('I did not approve it, or I rejected it'));
    expect(button('Pay Entry Fee').disabled).toBe(false);
    pressPayFee();
    await waitForStep('success');
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('a payment without a known hash joins through the server', async () => {
    saveOpenRequest();
    let code: JoinReason | null = null;
    const { host, joinedTeams } = await openConfirm({ eligibility: () => code });
    code = 'PAYMENT_PENDING';
    await waitForStep('elsewhere');
    expect(screen.getByText('You do not need to pay again.')).toBeTruthy();
    code = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('the user may stop waiting, and a payment sent later still joins', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joinedTeams, joined } = await openConfirm();
    const approve = host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    await findText('Did you approve the last payment request?');
    press('Cancel');
    approve();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined.at(-1)?.body).toMatchObject({ transaction_hash: fakeHash(1) });
  });

  it('a late rejection by the wallet keeps the dialog closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host } = await openConfirm();
    const respondLate = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    await findText('Did you approve the last payment request?');
    press('Cancel');
    await act(async () => respondLate());
    await waitFor(() => expect(storedPayments()).toEqual([]));
    await dialogGone();
  });

  it('a late payment replaces a failure shown in the dialog', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joinedTeams } = await openConfirm({ joins: ['pending', 'pending', 'joined'] });
    const approve = host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    fireEvent.click(await screen.findByLabelText('I did not approve it, or I rejected it'));
    host.transfers.fail(new TransferError('UNKNOWN_ERROR', 'Another payment is in progress.'));
    pressPayFee();
    await waitForStep('failed');
    approve();
    await waitForStep('finishing');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
  });
});

describe('payment from another tab or device', () => {
  it.each([
    ['PAYMENT_PENDING', 'Your payment for this game is still being confirmed.'],
    ['RESERVATION_MISMATCH', 'The team that you reserved is the one that joins.'],
  ])('%s at the reservation waits for the other payment instead of paying', async (code, message) => {
    let eligibility: JoinReason | null = 'PAYMENT_PENDING';
    const { host, joinedTeams } = await openConfirm({
      reserved: () => {
        throw apiError(code, message);
      },
      eligibility: () => eligibility,
    });
    pressPayFee();
    await waitForStep('elsewhere');
    expect((await dialog()).textContent).toContain(message);
    eligibility = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
  });

  it('the dialog explains that the other payment created no team', async () => {
    await openConfirm({
      reserved: () => {
        throw apiError('PAYMENT_PENDING');
      },
    });
    pressPayFee();
    await findText(/did not create a team/);
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
    press('Clear');
    await waitFor(() => expect(screen.queryByText(/did not create a team/)).toBeNull());
    expect(screen.queryByText(/Nothing was paid/)).toBeNull();
  });

  it('RESERVATION_MISMATCH at the join lets the reserved team join with the payment', async () => {
    storePayment(buildSent());
    let eligibility: JoinReason | null = null;
    const { joinedTeams } = openPayment({
      joins: [apiError('RESERVATION_MISMATCH', 'The team that you reserved is the one that joins.')],
      eligibility: () => eligibility,
    });
    await findText('The team that you reserved is the one that joins.');
    eligibility = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
  });
});
