import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dialogGone, press } from '../testing/open-builder.tsx';
import {
  apiError,
  cup,
  findText,
  openConfirm,
  paidGame,
  pressPayFee,
  reservationFor,
  storedPayments,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('seat reservation', () => {
  it.each([
    ['Tournament entry fee not found', cup, '0'],
    ['Entry fee not found for this game', paidGame, ''],
  ])('PAY-15 a reservation without a fee shows "%s"', async (text, game, amount) => {
    const { host } = await openConfirm({ game, reserved: () => reservationFor(game, { amount }) });
    pressPayFee();
    await findText(text);
    expect(host.transfers.requested).toEqual([]);
  });

  it('PAY-15 a removed game shows "Game data not found"', async () => {
    await openConfirm({
      reserved: () => {
        throw apiError('NOT_FOUND');
      },
    });
    pressPayFee();
    await findText('Game data not found');
  });

  it.each([
    ['GAME_FULL', 'All seats of this game are taken.', 'All seats of this game are taken.'],
    ['INTERNAL', '', 'Failed to join game'],
  ])(
    'PAY-10 PAY-17 a rejected reservation (%s) shows its error, and nothing is paid',
    async (code, message, text) => {
      const { host } = await openConfirm({
        reserved: () => {
          throw apiError(code, message);
        },
      });
      pressPayFee();
      await findText('Failed to join game');
      expect(screen.getByText(text).closest('[role="alert"]')?.textContent).toContain(
        `TypegameCodeUNKNOWN_ERRORReason${code}`,
      );
      expect(screen.getByText('Nothing was paid. Your team is still here.')).toBeTruthy();
      expect(host.transfers.requested).toEqual([]);
    },
  );

  it('TOURN-10, BUILD-06 an already joined game links to its team', async () => {
    const { host } = await openConfirm({
      reserved: () => {
        throw apiError('ALREADY_JOINED', 'You have already joined this game.');
      },
    });
    pressPayFee();
    await findText('You have already joined this game.');
    press('See your team');
    expect(host.visits).toEqual([{ to: '/my-team' }]);
    expect(host.transfers.requested).toEqual([]);
  });

  it('an invalid team returns to the builder, unpaid', async () => {
    const { host, rejectedTeams } = await openConfirm({
      reserved: () => {
        throw apiError('SQUAD_INVALID', 'This team breaks the rules.');
      },
    });
    pressPayFee();
    await dialogGone();
    expect(rejectedTeams).toEqual(['This team breaks the rules.']);
    expect(host.transfers.requested).toEqual([]);
  });

  it('a changed fee is shown before anything is paid', async () => {
    const { host } = await openConfirm({ reserved: () => reservationFor(paidGame, { amount: '600' }) });
    pressPayFee();
    await findText('The entry fee has changed to 600 FOOTBALL. Nothing was paid.');
    expect(host.transfers.requested).toEqual([]);
    pressPayFee();
    await waitForStep('success');
    expect(host.transfers.requested.map(({ amount }) => amount)).toEqual(['600']);
  });

  it('a reservation in another token is not paid', async () => {
    const { host } = await openConfirm({
      reserved: () => reservationFor(paidGame, { token: `0x${'99'.repeat(20)}` }),
    });
    pressPayFee();
    await waitForStep('failed');
    expect(host.transfers.requested).toEqual([]);
  });
});

describe('user who leaves the page before the wallet request', () => {
  it('nothing is paid if the user leaves during the reservation', async () => {
    let reserved = () => {};
    const { host } = await openConfirm({
      reserved: () =>
        new Promise((resolve) => {
          reserved = () => resolve(reservationFor(paidGame));
        }),
    });
    pressPayFee();
    await findText('Holding your seat...');
    cleanup();
    const readWallet = vi.spyOn(host.wallet, 'get');
    reserved();
    await waitFor(() => expect(readWallet).toHaveBeenCalled());
    expect([host.transfers.requested, storedPayments()]).toEqual([[], []]);
  });

  it('nothing is paid if the user leaves during the checks', async () => {
    const { host } = await openConfirm();
    const check = host.transfers.hold('checking');
    const sending = vi.spyOn(host.transfers, 'send');
    pressPayFee();
    await findText('Checking your wallet...');
    cleanup();
    check();
    await expect(sending.mock.results[0]?.value).rejects.toThrow();
    expect(storedPayments()).toEqual([]);
  });
});
