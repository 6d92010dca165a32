import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { button, press } from '../testing/open-builder.tsx';
import {
  buildSent,
  HASH,
  openConfirm,
  openPayment,
  paidGame,
  payFee,
  refusal,
  reservationFor,
  said,
  stepIs,
  storedPayment,
  storedPayments,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { paymentRecords } from './payment-records.ts';

resetBetweenTests();

describe('a payment that was sent', () => {
  it('is stored as soon as the hash exists, with all that a join needs', async () => {
    const { host, reservations } = await openConfirm();
    host.transfers.hold('sent');
    payFee();
    await said('Waiting for wallet confirmation...');
    expect(storedPayment()).toEqual({
      wallet: FAKE_ADDRESS,
      game: { id: paidGame.id, name: paidGame.name, game_type: 'SEASON' },
      amount: '500',
      reservation_id: buildSent().reservation_id,
      hash: fakeHash(1),
      team: reservations[0]?.body,
    });
  });

  it('continues after a reload during the confirmation, and never pays twice', async () => {
    const first = await openConfirm();
    first.host.transfers.hold('sent');
    payFee();
    await said('Waiting for wallet confirmation...');
    cleanup();
    const { host, joined, joinedTeams } = openPayment({ joins: ['pending', 'joined'] });
    await said('Payment being confirmed');
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

  it('continues when "Create Team" is pressed again', async () => {
    paymentRecords.save(buildSent());
    const { host, reservations } = openPayment({ joins: ['pending'] });
    await said('Payment being confirmed');
    press('Close payment');
    await waitFor(() => expect(document.querySelector('[data-step]')).toBeNull());
    press('Create Team');
    await stepIs('finishing');
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    expect([reservations, host.transfers.requested]).toEqual([[], []]);
  });

  it('is not paid again if another tab has sent it', async () => {
    const { host, joinedTeams } = await openConfirm();
    const pay = button('Pay Entry Fee');
    act(() => paymentRecords.save(buildSent()));
    fireEvent.click(pay);
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.requested).toEqual([]);
  });

  it('is reported to the server after 30 s without a confirmation, which extends the hold', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, joined, joinedTeams } = await openConfirm({ joins: ['pending', 'joined'] });
    const confirm = host.transfers.hold('sent');
    payFee();
    await said('Waiting for wallet confirmation...');
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(joined).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(5_500));
    await said('Payment being confirmed');
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    confirm();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(joinedTeams).toHaveLength(1);
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-13 a network failure after the hash offers "Check again", never to pay again', async () => {
    const { host, joined } = await openConfirm({ joins: [refusal('UPSTREAM_UNAVAILABLE')] });
    host.transfers.fail(new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { hash: HASH }));
    payFee();
    await said('Network error occurred. Please check your internet connection and try again.');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    for (const name of ['Try Again', 'Retry', 'Pay Entry Fee'])
      expect([...document.querySelectorAll('button')].map((each) => each.textContent)).not.toContain(name);
    const before = joined.length;
    press('Check again');
    await waitFor(() => expect(joined.length).toBeGreaterThan(before));
    expect(storedPayment()?.hash).toBe(HASH);
  });

  it('is forgotten if the transaction was cancelled in the wallet', async () => {
    const { host } = await openConfirm();
    const cancelled = new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
    vi.spyOn(host.transfers, 'send').mockImplementation(async (_, onStep) => {
      onStep?.({ step: 'confirm-in-wallet' });
      onStep?.({ step: 'sent', hash: HASH });
      throw cancelled;
    });
    payFee();
    await stepIs('failed');
    expect(storedPayments()).toEqual([]);
  });

  it('follows a transaction that was sped up', async () => {
    const { host } = await openConfirm();
    const faster = fakeHash(77);
    vi.spyOn(host.transfers, 'send').mockImplementation(async (_, onStep) => {
      onStep?.({ step: 'sent', hash: HASH });
      onStep?.({ step: 'sent', hash: faster });
      return new Promise(() => {});
    });
    payFee();
    await waitFor(() => expect(storedPayment()?.hash).toBe(faster));
  });
});

describe('two tabs', () => {
  it('a rejection in one keeps the record of the payment sent in the other', async () => {
    const { host } = await openConfirm({ joins: ['pending'] });
    const answer = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    payFee();
    await said('Please confirm the transaction in your wallet');
    act(() => paymentRecords.save(buildSent()));
    answer();
    await stepIs('finishing');
    expect(storedPayment()?.hash).toBe(HASH);
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
  });

  it('a payment sent in one during the reservation in the other is not repeated', async () => {
    let reserved = () => {};
    const { host } = await openConfirm({
      joins: ['pending'],
      reserved: async () => {
        await new Promise<void>((done) => {
          reserved = done;
        });
        return reservationFor(paidGame);
      },
      eligibility: () => 'PAYMENT_PENDING',
    });
    payFee();
    await said('Holding your seat...');
    act(() => paymentRecords.save(buildSent()));
    reserved();
    await stepIs('finishing');
    expect(host.transfers.requested).toEqual([]);
    expect(storedPayment()?.hash).toBe(HASH);
  });
});
