import { screen } from '@testing-library/react';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { describe, expect, it } from 'vitest';
import { inHours } from '../testing/fixtures.ts';
import { press } from '../testing/open-builder.tsx';
import {
  apiError,
  findText,
  openConfirm,
  paidGame,
  pressPayFee,
  reservationFor,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('seat hold', () => {
  it('an expired hold can be extended', async () => {
    let now = Date.parse(inHours(0));
    const until = () => new Date(now + 180_000).toISOString();
    const { host, reservations } = await openConfirm({
      host: { now: () => now },
      reserved: () => reservationFor(paidGame, { expires_at: until() }),
    });
    host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText('Your seat is held for 3:00');
    now += 179_000;
    await findText('Your seat is held for 0:01');
    now += 1_000;
    await findText(/^Your seat is no longer held\./);
    press('Hold my seat again');
    await findText('Your seat is held for 3:00');
    expect(reservations[1]?.body).toEqual(reservations[0]?.body);
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('an extended hold keeps the recipient of the open wallet request', async () => {
    const first = reservationFor(paidGame, { recipient: `0x${'11'.repeat(20)}`, expires_at: inHours(0) });
    const second = reservationFor(paidGame, { recipient: `0x${'22'.repeat(20)}` });
    const replies = [first, second];
    const { host } = await openConfirm({ reserved: () => replies.shift()! });
    host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText(/^Your seat is no longer held\./);
    press('Hold my seat again');
    await findText('Your seat is held for 3:00');
    expect(screen.getByText('To').nextElementSibling?.textContent).toContain('0x1111');
  });

  it('another attempt shows the rest of the hold of the first one', async () => {
    let now = Date.parse(inHours(0));
    const until = new Date(now + 180_000).toISOString();
    const { host } = await openConfirm({
      host: { now: () => now },
      reserved: () => reservationFor(paidGame, { expires_at: until, amount: '600' }),
    });
    pressPayFee();
    await findText('The entry fee has changed to 600 FOOTBALL. Nothing was paid.');
    expect(screen.getByText('Your seat is held for 3:00')).toBeTruthy();
    expect(screen.queryByText(/three minutes/)).toBeNull();
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    pressPayFee();
    await waitForStep('failed');
    now += 60_000;
    press('Try Again');
    await findText('Your seat is held for 2:00');
    now += 120_000;
    await findText('Your seat is no longer held.');
    expect(screen.queryByText(/three minutes/)).toBeNull();
  });

  it('S4 after an unpaid hold a countdown shows when a seat can be held again', async () => {
    let now = Date.parse(inHours(0));
    let paused = true;
    const { host, reservations } = await openConfirm({
      host: { now: () => now },
      reserved: () => {
        if (paused) throw apiError('RATE_LIMITED', 'Others get a turn.', 598);
        return reservationFor(paidGame);
      },
    });
    pressPayFee();
    await findText('You can hold a seat again in 9:58');
    expect(screen.getByText('Others get a turn.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    now += 538_000;
    await findText('You can hold a seat again in 1:00');
    now += 60_000;
    await findText('You can hold a seat again now.');
    paused = false;
    press('Try Again');
    pressPayFee();
    await waitForStep('success');
    expect(reservations).toHaveLength(2);
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('S4 during a wallet request the countdown replaces the button that extends the hold', async () => {
    let now = Date.parse(inHours(0));
    let first = true;
    const { host } = await openConfirm({
      host: { now: () => now },
      reserved: () => {
        if (!first) throw apiError('RATE_LIMITED', 'Others get a turn.', 61);
        first = false;
        return reservationFor(paidGame, { expires_at: inHours(0) });
      },
    });
    host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText(/^Your seat is no longer held\./);
    press('Hold my seat again');
    await findText('You can hold a seat again in 1:01');
    expect(screen.queryByRole('button', { name: 'Hold my seat again' })).toBeNull();
    expect(screen.getByText(/^Others get a turn\. Reject the request in your wallet/)).toBeTruthy();
    now += 61_000;
    await screen.findByRole('button', { name: 'Hold my seat again' });
  });

  it('a hold that cannot be extended tells the user to reject the wallet request', async () => {
    let taken = false;
    const { host } = await openConfirm({
      reserved: () => {
        if (taken) throw apiError('GAME_FULL', 'All seats of this game are taken.');
        return reservationFor(paidGame, { expires_at: inHours(0) });
      },
    });
    host.transfers.hold('confirm-in-wallet');
    pressPayFee();
    await findText(/^Your seat is no longer held\./);
    taken = true;
    press('Hold my seat again');
    await findText(
      'All seats of this game are taken. Reject the request in your wallet and nothing will be paid.',
    );
  });
});
