import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError, toTransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { button, dialogGone, press } from '../testing/open-builder.tsx';
import {
  apiError,
  buildSent,
  findText,
  HASH,
  openConfirm,
  openPayment,
  paidGame,
  pressPayFee,
  reservationFor,
  storedPayment,
  storedPayments,
  storePayment,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('sent payment', () => {
  it('the record is stored as soon as the hash exists, with everything a join needs', async () => {
    const { host, reservations } = await openConfirm();
    host.transfers.hold('sent');
    pressPayFee();
    await findText('Waiting for wallet confirmation...');
    expect(storedPayment()).toEqual({
      wallet: FAKE_ADDRESS,
      game: { id: paidGame.id, name: paidGame.name, game_type: 'SEASON' },
      amount: '500',
      reservation_id: buildSent().reservation_id,
      hash: fakeHash(1),
      team: reservations[0]?.body,
    });
  });

  it('the payment continues after a reload during the confirmation and is never paid twice', async () => {
    const first = await openConfirm();
    first.host.transfers.hold('sent');
    pressPayFee();
    await findText('Waiting for wallet confirmation...');
    cleanup();
    const { host, joined, joinedTeams } = openPayment({ joins: ['pending', 'joined'] });
    await findText('Payment being confirmed');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined.map(({ body }) => (body as { transaction_hash: string }).transaction_hash)).toEqual([
      fakeHash(1),
      fakeHash(1),
    ]);
    expect(host.transfers.requested).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('the payment continues when "Create Team" is pressed again', async () => {
    storePayment(buildSent());
    const { host, reservations } = openPayment({ joins: ['pending'] });
    await findText('Payment being confirmed');
    press('Close');
    await waitFor(() => expect(document.querySelector('[data-step]')).toBeNull());
    press('Create Team');
    await waitForStep('finishing');
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    expect([reservations, host.transfers.requested]).toEqual([[], []]);
  });

  it('a payment sent by another tab is not repeated', async () => {
    const { host, joinedTeams } = await openConfirm();
    const pay = button('Pay Entry Fee');
    storePayment(buildSent());
    fireEvent.click(pay);
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
  });

  it('the hash is sent to the server after 30 s without a confirmation, which extends the hold', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joined, joinedTeams } = await openConfirm({ joins: ['pending', 'joined'] });
    const confirm = host.transfers.hold('sent');
    pressPayFee();
    await findText('Waiting for wallet confirmation...');
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(joined).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(5_500));
    await findText('Payment being confirmed');
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    confirm();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(joinedTeams).toHaveLength(1);
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-13 a network failure after the hash offers "Check again" but no second payment', async () => {
    const { host, joined } = await openConfirm({ joins: [apiError('UPSTREAM_UNAVAILABLE')] });
    host.transfers.fail(new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { hash: HASH }));
    pressPayFee();
    await findText('Network error occurred. Please check your internet connection and try again.');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    for (const name of ['Try Again', 'Retry', 'Pay Entry Fee'])
      expect([...document.querySelectorAll('button')].map((each) => each.textContent)).not.toContain(name);
    const before = joined.length;
    press('Check again');
    await waitFor(() => expect(joined.length).toBeGreaterThan(before));
    expect(storedPayment()?.hash).toBe(HASH);
  });

  it('the record is removed if the transaction was cancelled in the wallet', async () => {
    const { host } = await openConfirm();
    const cancelled = new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
    vi.spyOn(host.transfers, 'send').mockImplementation(async (_, onStep) => {
      onStep?.({ step: 'confirm-in-wallet' });
      onStep?.({ step: 'sent', hash: HASH });
      throw cancelled;
    });
    pressPayFee();
    await waitForStep('failed');
    expect(storedPayments()).toEqual([]);
  });

  it('the record follows a transaction that was sped up', async () => {
    const { host } = await openConfirm();
    const faster = fakeHash(77);
    vi.spyOn(host.transfers, 'send').mockImplementation(async (_, onStep) => {
      onStep?.({ step: 'sent', hash: HASH });
      onStep?.({ step: 'sent', hash: faster });
      return new Promise(() => {});
    });
    pressPayFee();
    await waitFor(() => expect(storedPayment()?.hash).toBe(faster));
  });
});

/** Removes the payment as another tab does after the entry, and notifies this tab. */
function removeInOtherTab() {
  const [key = ''] = storedPayments();
  localStorage.removeItem(key);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
}

describe('payment in two tabs', () => {
  it('the paying tab opens the team that another tab has joined', async () => {
    const { host, joined, joinedTeams } = await openConfirm({ eligibility: () => 'ALREADY_JOINED' });
    const confirm = host.transfers.hold('sent');
    pressPayFee();
    await findText('Waiting for wallet confirmation...');
    removeInOtherTab();
    confirm();
    await waitForStep('success');
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined).toEqual([]);
    await dialogGone();
  });

  it('a tab that waits for a payment opens the team that another tab has joined', async () => {
    storePayment(buildSent());
    const { joinedTeams } = openPayment({ joins: ['pending'], eligibility: () => 'ALREADY_JOINED' });
    await waitForStep('finishing');
    removeInOtherTab();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    await dialogGone();
  });

  it('the dialog does not return to its confirm step after another tab has paid and joined', async () => {
    const { joinedTeams } = await openConfirm({ joins: ['pending'], eligibility: () => 'ALREADY_JOINED' });
    storePayment(buildSent());
    await waitForStep('finishing');
    removeInOtherTab();
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    await dialogGone();
  });

  it('a rejection in one tab keeps the record of the payment sent in the other', async () => {
    const { host } = await openConfirm({ joins: ['pending'] });
    const respond = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    storePayment(buildSent());
    respond();
    await waitForStep('finishing');
    expect(storedPayment()?.hash).toBe(HASH);
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
  });

  it('a payment sent in one tab during the reservation in the other is not repeated', async () => {
    const { promise: held, resolve: reserved } = deferred();
    const { host } = await openConfirm({
      joins: ['pending'],
      reserved: async () => {
        await held;
        return reservationFor(paidGame);
      },
      eligibility: () => 'PAYMENT_PENDING',
    });
    pressPayFee();
    await findText('Holding your seat...');
    storePayment(buildSent());
    reserved();
    await waitForStep('finishing');
    expect(host.transfers.requested).toEqual([]);
    expect(storedPayment()?.hash).toBe(HASH);
  });

  it('a payment sent in one tab during the checks in the other is not repeated', async () => {
    const { host } = await openConfirm({ joins: ['pending'] });
    const check = host.transfers.hold('checking');
    const { send } = host.transfers;
    // The shell reports every failure as a TransferError.
    const sending = vi.spyOn(host.transfers, 'send').mockImplementation((...request) =>
      send(...request).catch((error: unknown) => {
        throw toTransferError(error);
      }),
    );
    pressPayFee();
    await waitFor(() => expect(host.transfers.requested).toHaveLength(1));
    storePayment(buildSent());
    check();
    await waitForStep('finishing');
    await expect(sending.mock.results[0]?.value).rejects.toThrow('You have already paid.');
    expect(storedPayment()?.hash).toBe(HASH);
  });
});
