import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { inHours } from '../testing/fixtures.ts';
import { button, dialog, dialogGone, press } from '../testing/open-builder.tsx';
import {
  cup,
  findText,
  openConfirm,
  paidGame,
  pressPayFee,
  reservationFor,
  storedPayments,
  TEAM_NAME,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

const rejected = () => new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
const buttonsNamed = (name: string) =>
  [...document.querySelectorAll('button')].filter((each) => each.textContent === name);

describe('payment dialog', () => {
  it.each([
    ['season', paidGame, '500 FOOTBALL'],
    ['tournament', cup, '1,000 FOOTBALL'],
  ])('PAY-01, PAY-02 a %s game opens the payment with game, fee and team name', async (_, game, fee) => {
    const { joined, host } = await openConfirm({ game });
    const shown = within(await dialog());
    expect(shown.getByText(game.name)).toBeTruthy();
    expect(shown.getByText(fee)).toBeTruthy();
    expect(shown.getByText(TEAM_NAME)).toBeTruthy();
    expect(
      shown.getByText(
        'Once you press Pay Entry Fee, your team, its prices and your seat are held for three minutes.',
      ),
    ).toBeTruthy();
    expect(joined).toEqual([]);
    expect(host.transfers.requested).toEqual([]);
  });

  it('the confirm step warns about a join after the last kick-off', async () => {
    const warning = 'All matches have kicked off. A team that joins now scores nothing.';
    await openConfirm();
    expect(screen.queryByText(warning)).toBeNull();
    cleanup();
    await openConfirm({ game: { ...paidGame, start_time: inHours(-46), end_time: inHours(2) } });
    expect(screen.getByText(warning)).toBeTruthy();
  });

  it('PAY-03 "Cancel" closes the dialog and sends nothing', async () => {
    const { reservations, host } = await openConfirm();
    press('Cancel');
    await dialogGone();
    expect([reservations, host.transfers.requested, storedPayments()]).toEqual([[], [], []]);
  });

  it('PAY-03, PAY-04 "Pay Entry Fee" shows the text of each step', async () => {
    const { host } = await openConfirm();
    const toWallet = host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    expect(screen.getByText('Your seat is held for 3:00')).toBeTruthy();
    const toChain = host.transfers.hold('sent');
    toWallet();
    await findText('Waiting for wallet confirmation...');
    const confirmed = host.transfers.hold('confirmed');
    toChain();
    await findText('Transaction confirmed, processing...');
    confirmed();
    await findText('Payment Successful! Creating your team...');
  });

  it('the dialog shows the recipient while the wallet asks for the payment', async () => {
    const { host } = await openConfirm();
    const toWallet = host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    const { recipient } = reservationFor(paidGame);
    const shown = screen.getByText('To').nextElementSibling;
    expect(shown?.textContent).toBe('0xa0ee...9720');
    expect(shown?.querySelector('a')?.href).toBe(`https://worldscan.org/address/${recipient}`);
    expect(button('Copy address')).toBeTruthy();
    const toChain = host.transfers.hold('sent');
    toWallet();
    await findText('Waiting for wallet confirmation...');
    expect(screen.queryByText('To')).toBeNull();
    toChain();
    await findText('Payment Successful! Creating your team...');
  });

  it('PAY-05, PAY-08 the dialog pays exactly the reserved amount and joins with the hash 2 s later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host, reservations, joined, joinedTeams } = await openConfirm();
    const confirmed = host.transfers.hold('confirmed');
    pressPayFee();
    await findText('Transaction confirmed, processing...');
    vi.setTimerTickMode('manual');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    confirmed();
    await pass(0);
    expect(screen.getByText('Payment Successful! Creating your team...')).toBeTruthy();
    expect(screen.getByText('0x0000...0001')).toBeTruthy();
    expect(host.transfers.requested).toEqual([
      { to: reservationFor(paidGame).recipient, amount: '500', purpose: 'entry-fee' },
    ]);
    await pass(1_999);
    expect(joined).toEqual([]);
    await pass(1);
    expect(joined).toHaveLength(1);
    vi.setTimerTickMode('interval');
    await waitFor(() => expect(joinedTeams).toEqual([paidGame.id]));
    expect(joined[0]?.body).toEqual({ ...(reservations[0]?.body as object), transaction_hash: fakeHash(1) });
    expect(joined[0]?.params.id).toBe(paidGame.id);
    expect(storedPayments()).toEqual([]);
  });

  it('the dialog cannot be closed while a payment is in progress', async () => {
    const { host } = await openConfirm();
    host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Please confirm the transaction in your wallet');
    expect(document.querySelector('[aria-label="Close"]')).toBeNull();
    fireEvent.keyDown(await dialog(), { key: 'Escape' });
    expect(screen.getByText('Please confirm the transaction in your wallet')).toBeTruthy();
  });
});

describe('failed payment', () => {
  it('PAY-07 a wallet error moves to the error step; nothing is joined', async () => {
    const { host, joined } = await openConfirm();
    host.transfers.fail(rejected());
    pressPayFee();
    await waitForStep('failed');
    expect(joined).toEqual([]);
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-06, PAY-11 the error step shows its texts, "Clear", "Close" and a "Try Again" that returns to the confirm step', async () => {
    const { host } = await openConfirm();
    host.transfers.fail(rejected());
    pressPayFee();
    await findText('Payment Failed');
    expect(screen.getByText('There was an issue processing your payment')).toBeTruthy();
    expect(screen.getByText('Transaction Cancelled')).toBeTruthy();
    expect(screen.getByText('Transaction was cancelled. You can try again when ready.')).toBeTruthy();
    expect(screen.getByText('Nothing was paid. Your team is still here.')).toBeTruthy();
    expect(buttonsNamed('Try Again')).toHaveLength(1);
    press('Try Again');
    await waitForStep('confirm');
    host.transfers.fail(rejected());
    pressPayFee();
    await waitForStep('failed');
    press('Clear');
    await waitFor(() => expect(screen.queryByText('Transaction Cancelled')).toBeNull());
    expect(screen.getByText('Payment Failed')).toBeTruthy();
    expect(buttonsNamed('Try Again')).toHaveLength(1);
    press('Close');
    await dialogGone();
  });

  it.each([
    [
      'INSUFFICIENT_FUNDS',
      new TransferError('INSUFFICIENT_FUNDS', 'You need 500 FOOTBALL tokens for this.'),
      'Insufficient Balance',
    ],
    [
      'CONTRACT_ERROR',
      new TransferError('CONTRACT_ERROR', TRANSFER_TEXT.CONTRACT_ERROR),
      TRANSFER_TEXT.CONTRACT_ERROR,
    ],
    ['UNKNOWN_ERROR', new Error('out of sync'), 'Transaction failed: out of sync'],
    ['UNKNOWN_ERROR', new Error(''), 'Payment failed'],
  ])(
    'PAY-10 PAY-12 PAY-14 PAY-15 the error step shows message, type and code %s',
    async (code, error, text) => {
      const { host } = await openConfirm();
      host.transfers.fail(error as TransferError);
      pressPayFee();
      const panel = (await findText(text)).closest('[role="alert"]');
      expect(panel?.textContent).toContain(`Code${code}`);
      expect(panel?.textContent).toContain('Type');
    },
  );

  it('PAY-13 a network failure before anything was sent offers "Retry"', async () => {
    const { host } = await openConfirm();
    host.transfers.fail(new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR));
    pressPayFee();
    await findText('Network error occurred. Please check your internet connection and try again.');
    press('Retry');
    await waitForStep('confirm');
  });

  it('PAY-15 without a wallet nothing is requested', async () => {
    const { host, reservations } = await openConfirm();
    act(() => host.wallet.set({ status: 'disconnected', address: null }));
    pressPayFee();
    await findText('Wallet not connected');
    expect(reservations).toEqual([]);
    expect(button('Browser wallet')).toBeTruthy();
  });

  it('PAY-15 a wallet account other than the signed-in one cannot pay', async () => {
    const { host } = await openConfirm();
    act(() => host.wallet.set({ status: 'connected', address: `0x${'12'.repeat(20)}` }));
    pressPayFee();
    await findText('Wallet not connected');
    expect(host.transfers.requested).toEqual([]);
  });
});
