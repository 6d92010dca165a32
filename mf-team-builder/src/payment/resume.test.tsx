import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import type { JoinReason } from '@touchline/api/http/games';
import { createFakeHost, FAKE_ADDRESS, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noTeams } from '../testing/answers.ts';
import { NOW } from '../testing/build.ts';
import { button, dialog, press } from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';
import {
  buildSent,
  HASH,
  openConfirm,
  openTill,
  paidGame,
  payFee,
  payingServer,
  refusal,
  reservationFor,
  said,
  stepIs,
  storedPayments,
} from '../testing/open-payment.tsx';
import { paymentRecords } from './payment-records.ts';

const OTHER_WALLET = `0x${'12'.repeat(20)}`;
const record = () => paymentRecords.find(FAKE_ADDRESS, paidGame.id);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** My Teams with what a server that takes payments says. */
function openMyTeams(options: Parameters<typeof payingServer>[0] = {}) {
  const server = payingServer(options);
  const host = createFakeHost({ user: fakeUser(), now: () => NOW, answers: [noTeams, ...server.answers] });
  openPage(host, '/my-team');
  return { host, ...server };
}
const payments = async () => within(await screen.findByRole('list', { name: 'Payments' }));

describe('a payment that was sent', () => {
  it('is kept in the moment the hash exists, with all that a join needs', async () => {
    const { host, reservations } = await openConfirm();
    host.transfers.hold('sent');
    payFee();
    await said('Waiting for wallet confirmation...');
    expect(record()).toEqual({
      wallet: FAKE_ADDRESS,
      game: { id: paidGame.id, name: paidGame.name, game_type: 'SEASON' },
      amount: '500',
      reservation_id: buildSent().reservation_id,
      hash: fakeHash(1),
      team: reservations[0]?.body,
    });
  });

  it('resumes after a reload in the middle of the confirmation, and never pays twice', async () => {
    const first = await openConfirm();
    first.host.transfers.hold('sent');
    payFee();
    await said('Waiting for wallet confirmation...');
    cleanup();
    const { host, joined, joinedTeams } = openTill({ joins: ['pending', 'joined'] });
    await said('Payment being confirmed');
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined.map(({ body }) => (body as { transaction_hash: string }).transaction_hash)).toEqual([
      fakeHash(1),
      fakeHash(1),
    ]);
    expect(host.transfers.asked).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('goes on when "Create Team" is pressed again', async () => {
    paymentRecords.save(buildSent());
    const { host, reservations } = openTill({ joins: ['pending'] });
    await said('Payment being confirmed');
    press('Close payment');
    await waitFor(() => expect(document.querySelector('[data-step]')).toBeNull());
    press('Create Team');
    await stepIs('finishing');
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
    expect([reservations, host.transfers.asked]).toEqual([[], []]);
  });

  it('is not paid again when another tab has sent it meanwhile', async () => {
    const { host, joinedTeams } = await openConfirm();
    const pay = button('Pay Entry Fee');
    act(() => paymentRecords.save(buildSent()));
    fireEvent.click(pay);
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.asked).toEqual([]);
  });

  it('is told to the server after 30 s without a confirmation: that holds the seat', async () => {
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

  it('PAY-13 a network failure behind the hash offers "Check again", never to pay again', async () => {
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
    expect(record()?.hash).toBe(HASH);
  });

  it('of a transaction that was cancelled in the wallet is forgotten', async () => {
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
    await waitFor(() => expect(record()?.hash).toBe(faster));
  });
});

describe('a wallet that never answered', () => {
  const asked = () => paymentRecords.save({ ...buildSent(), hash: null });

  it('is not asked again unless its owner says that he did not approve', async () => {
    asked();
    const { host } = await openConfirm();
    await said('Did you approve the last payment request?');
    expect(button('Pay Entry Fee').disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('I did not approve it, or I rejected it'));
    expect(button('Pay Entry Fee').disabled).toBe(false);
    payFee();
    await stepIs('success');
    expect(host.transfers.asked).toHaveLength(1);
  });

  it('and paid all the same: the team joins by itself', async () => {
    asked();
    let code: JoinReason | null = null;
    const { host, joinedTeams } = await openConfirm({ eligibility: () => code });
    code = 'PAYMENT_PENDING';
    await stepIs('elsewhere');
    expect(screen.getByText('You do not need to pay again.')).toBeTruthy();
    code = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(host.transfers.asked).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('lets one stop waiting; what it sends later is kept', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host } = await openConfirm();
    const approve = host.transfers.hold('confirm-in-wallet');
    payFee();
    await said('Please confirm the transaction in your wallet');
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    press('Stop waiting');
    await said('Did you approve the last payment request?');
    press('Cancel');
    approve();
    await waitFor(() => expect(record()?.hash).toBe(fakeHash(1)));
  });

  it('and pays late, while the dialog shows a failure: nobody reads that nothing was paid', async () => {
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

describe('two tabs', () => {
  it('a rejection in one does not forget what the other has sent', async () => {
    const { host } = await openConfirm({ joins: ['pending'] });
    const answer = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    payFee();
    await said('Please confirm the transaction in your wallet');
    act(() => paymentRecords.save(buildSent()));
    answer();
    await stepIs('finishing');
    expect(record()?.hash).toBe(HASH);
    expect(screen.queryByText('Pay Entry Fee')).toBeNull();
  });

  it('what the other sends while the seat is being reserved is not paid again', async () => {
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
    expect(host.transfers.asked).toEqual([]);
    expect(record()?.hash).toBe(HASH);
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
    expect(host.transfers.asked).toEqual([]);
  });

  it('that ended without a team says so', async () => {
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
    const { joinedTeams } = openTill({
      joins: [refusal('RESERVATION_MISMATCH', 'The team that you reserved is the one that joins.')],
      eligibility: () => eligibility,
    });
    await said('The team that you reserved is the one that joins.');
    eligibility = 'ALREADY_JOINED';
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
  });
});

describe('a payment that the server did not take', () => {
  const PAID = 'Payment successful but failed to create team. Please contact support.';
  const REFUND = 'Your payment is safe: it is recorded and listed for refund to the wallet that sent it.';

  it.each([
    ['GAME_FULL', PAID, REFUND, 'Choose another game'],
    ['JOIN_CLOSED', PAID, REFUND, 'Choose another game'],
    ['GAME_CANCELLED', PAID, REFUND, 'Choose another game'],
    ['UNDERPAID', PAID, REFUND, 'Choose another game'],
    ['TX_NOT_PAYMENT', PAID, /recorded on the chain/, 'Choose another game'],
    ['TX_ALREADY_USED', PAID, /recorded on the chain/, 'Choose another game'],
    ['ALREADY_JOINED', 'You are already in this game', /second payment/, 'See your team'],
    ['TX_REVERTED', 'Payment Failed', /Only the network fee/, 'Choose another game'],
  ])('PAY-16 %s says what happened, what is safe and what to press', async (code, title, safe, next) => {
    paymentRecords.save(buildSent());
    const { joined } = openMyTeams({ joins: [refusal(code)] });
    const shown = await payments();
    expect(await shown.findByText(title)).toBeTruthy();
    expect(shown.getByText(`The server says ${code}.`)).toBeTruthy();
    expect(shown.getByText(safe)).toBeTruthy();
    expect(shown.getByText(next)).toBeTruthy();
    expect(shown.getByText('Copy details')).toBeTruthy();
    expect(joined).toHaveLength(1);
  });

  it('is still told after a reload, without asking again, until it is put away', async () => {
    paymentRecords.save(buildSent());
    openMyTeams({ joins: [refusal('GAME_FULL')] });
    await (await payments()).findByText(PAID);
    cleanup();
    const { joined, host } = openMyTeams();
    await (await payments()).findByText(PAID);
    expect(joined).toEqual([]);
    press('Choose another game');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
    expect(storedPayments()).toEqual([]);
  });

  it('TX_REVERTED lets one try again from the dialog: nothing was paid', async () => {
    paymentRecords.save(buildSent());
    openTill({ joins: [refusal('TX_REVERTED')] });
    press('Create Team');
    await said('Only the network fee left your wallet.');
    press('Try Again');
    await stepIs('confirm');
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-16 an unexpected failure keeps the payment and offers "Check again"', async () => {
    paymentRecords.save(buildSent());
    openMyTeams({ joins: [new TouchlineError('INTERNAL', 'Something went wrong.'), 'joined'] });
    await (await payments()).findByText(PAID);
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(record()?.refusal).toBeUndefined();
    press('Check again');
    await waitFor(() => expect(storedPayments()).toEqual([]));
  });
});

describe('My Teams', () => {
  it('shows a payment being confirmed until its team is there', async () => {
    paymentRecords.save(buildSent());
    const { host } = openMyTeams({ joins: ['pending', 'pending', 'joined'] });
    const shown = await payments();
    expect(shown.getByText('Payment being confirmed')).toBeTruthy();
    expect(shown.getByText('Season 2026/27')).toBeTruthy();
    expect(shown.getByText('500 FOOTBALL')).toBeTruthy();
    await waitFor(() => expect(storedPayments()).toEqual([]), { timeout: 10_000 });
    expect(host.notices).toEqual([
      { kind: 'success', title: 'Team created', message: 'Your team is in Season 2026/27. Good luck!' },
    ]);
    expect(screen.queryByRole('list', { name: 'Payments' })).toBeNull();
  });

  it('keeps another wallet’s payment for that wallet', async () => {
    paymentRecords.save(buildSent(paidGame, { wallet: OTHER_WALLET }));
    const { joined } = openMyTeams();
    await said('No teams yet');
    expect(joined).toEqual([]);
    expect(paymentRecords.find(OTHER_WALLET, paidGame.id)?.hash).toBe(HASH);
  });

  it('asks nothing for a payment whose owner has signed out', async () => {
    paymentRecords.save(buildSent());
    const { host, joined } = openMyTeams({ joins: ['pending'] });
    await waitFor(() => expect(joined.length).toBeGreaterThan(0));
    act(() => host.session.set({ status: 'player', user: fakeUser({ wallet_address: OTHER_WALLET }) }));
    const before = joined.length;
    await waitFor(() => expect(screen.queryByText('Payment being confirmed')).toBeNull());
    expect(joined).toHaveLength(before);
    expect(record()?.hash).toBe(HASH);
  });
});
