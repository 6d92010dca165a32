import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { describe, expect, it, vi } from 'vitest';
import { press } from '../testing/open-builder.tsx';
import {
  apiError,
  buildSent,
  findText,
  HASH,
  OTHER_WALLET,
  openMyTeams,
  openPayment,
  openPayments,
  paidGame,
  pressPayFee,
  storedPayment,
  storedPayments,
  storePayment,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('rejected payment', () => {
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
    ['TX_NOT_FOUND', 'Payment Failed', /still counts or is listed for refund/, 'Choose another game'],
  ])(
    'PAY-16 %s shows what happened, where the money is and how to continue',
    async (code, title, moneyText, next) => {
      storePayment(buildSent());
      const { joined } = openMyTeams({ joins: [apiError(code)] });
      const shown = await openPayments();
      expect(await shown.findByText(title)).toBeTruthy();
      expect(shown.getByText(`Rejected with ${code}.`)).toBeTruthy();
      expect(shown.getByText(moneyText)).toBeTruthy();
      expect(shown.getByText(next)).toBeTruthy();
      expect(shown.getByText('Copy details')).toBeTruthy();
      expect(joined).toHaveLength(1);
    },
  );

  it('copied details of a rejected payment are announced', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    storePayment(buildSent());
    openMyTeams({ joins: [apiError('GAME_FULL')] });
    const shown = await openPayments();
    fireEvent.click(await shown.findByText('Copy details'));
    expect(await shown.findByText('Copied', { selector: '[role="status"]' })).toBeTruthy();
  });

  it('a rejected payment is shown after a reload, without another request, until it is dismissed', async () => {
    storePayment(buildSent());
    openMyTeams({ joins: [apiError('GAME_FULL')] });
    await (await openPayments()).findByText(PAID);
    cleanup();
    const { joined, host } = openMyTeams();
    await (await openPayments()).findByText(PAID);
    expect(await screen.findByText('No teams yet')).toBeTruthy();
    expect(joined).toEqual([]);
    press('Choose another game');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
    expect(storedPayments()).toEqual([]);
  });

  it('a reverted transaction can be retried from the dialog, because nothing was paid', async () => {
    storePayment(buildSent());
    openPayment({ joins: [apiError('TX_REVERTED')] });
    press('Create Team');
    await findText('Only the network fee left your wallet.');
    press('Try Again');
    await waitForStep('confirm');
    expect(storedPayments()).toEqual([]);
  });

  it('a payment that was dropped can be repeated from the dialog', async () => {
    storePayment(buildSent());
    const { host } = openPayment({ joins: ['pending', apiError('TX_NOT_FOUND'), 'pending'] });
    press('Create Team');
    await findText(/If the payment is mined after all, it still counts/);
    press('Try Again');
    await waitForStep('confirm');
    pressPayFee();
    await waitFor(() => expect(host.transfers.requested).toHaveLength(1));
  });

  it('a dropped payment that is mined after all becomes a team, also after a reload', async () => {
    storePayment(buildSent(undefined, { rejection: { code: 'TX_NOT_FOUND', message: 'Not found.' } }));
    const { host } = openMyTeams({ joins: [apiError('TX_NOT_FOUND'), 'joined'] });
    await (await openPayments()).findByText('Payment Failed');
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(storedPayments()).toEqual([]));
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Team created' });
  });

  it('a dropped payment that is mined after all, but too late, shows the refund, also after a reload', async () => {
    storePayment(buildSent(undefined, { rejection: { code: 'TX_NOT_FOUND', message: 'Not found.' } }));
    openMyTeams({ joins: [apiError('TX_NOT_FOUND'), apiError('GAME_FULL')] });
    await (await openPayments()).findByText('Payment Failed');
    fireEvent(window, new Event('visibilitychange'));
    await findText(REFUND);
    expect(storedPayment()?.rejection?.code).toBe('GAME_FULL');
    cleanup();
    const { joined } = openMyTeams();
    await findText(REFUND);
    expect(joined).toEqual([]);
  });

  it.each([
    ['Payment being confirmed', 'pending'],
    ['Payment Failed', apiError('TX_NOT_FOUND')],
  ] as const)('a rejection that another tab stores replaces "%s"', async (title, join) => {
    storePayment(buildSent());
    openMyTeams({ joins: [join] });
    await findText(title);
    const rejection = { code: 'GAME_FULL', message: 'Full.' };
    storePayment(buildSent(undefined, { rejection }));
    await findText(REFUND);
    expect(storedPayment()?.rejection).toEqual(rejection);
  });

  it('PAY-16 an unexpected failure keeps the payment and offers "Check again"', async () => {
    storePayment(buildSent());
    openMyTeams({ joins: [new TouchlineError('INTERNAL', 'Something went wrong.'), 'joined'] });
    await (await openPayments()).findByText(PAID);
    expect(screen.getByText('Your payment is safe. You do not need to pay again.')).toBeTruthy();
    expect(storedPayment()?.rejection).toBeUndefined();
    press('Check again');
    await waitFor(() => expect(storedPayments()).toEqual([]));
  });
});

describe('payments on My Teams', () => {
  it('the list shows a pending payment until its team exists', async () => {
    storePayment(buildSent());
    const { host } = openMyTeams({ joins: ['pending', 'pending', 'joined'] });
    const shown = await openPayments();
    expect(shown.getByText('Payment being confirmed')).toBeTruthy();
    expect(shown.getByText('Season 2026/27')).toBeTruthy();
    expect(shown.getByText('500 FOOTBALL')).toBeTruthy();
    await waitFor(() => expect(storedPayments()).toEqual([]));
    expect(host.notices).toEqual([
      { kind: 'success', title: 'Team created', message: 'Your team is in Season 2026/27. Good luck!' },
    ]);
    expect(screen.queryByRole('list', { name: 'Payments' })).toBeNull();
  });

  it('a payment of the first team replaces the invitation to join a game', async () => {
    storePayment(buildSent());
    openMyTeams({ joins: ['pending'] });
    await openPayments();
    await waitFor(() => expect(screen.queryByLabelText('Loading your teams')).toBeNull());
    expect(screen.queryByText('No teams yet')).toBeNull();
  });

  it('the list ignores and keeps the payment of another wallet', async () => {
    storePayment(buildSent(paidGame, { wallet: OTHER_WALLET }));
    const { joined } = openMyTeams();
    await findText('No teams yet');
    expect(joined).toEqual([]);
    expect(storedPayment(OTHER_WALLET)?.hash).toBe(HASH);
  });

  it('polling stops when the owner of the payment signs out', async () => {
    storePayment(buildSent());
    const { host, joined } = openMyTeams({ joins: ['pending'] });
    await waitFor(() => expect(joined.length).toBeGreaterThan(0));
    act(() => host.session.set({ status: 'player', user: fakeUser({ wallet_address: OTHER_WALLET }) }));
    const before = joined.length;
    await waitFor(() => expect(screen.queryByText('Payment being confirmed')).toBeNull());
    expect(joined).toHaveLength(before);
    expect(storedPayment()?.hash).toBe(HASH);
  });
});
