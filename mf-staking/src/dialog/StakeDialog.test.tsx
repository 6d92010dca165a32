import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createStake } from '@touchline/api/http/staking';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildStake, NOW } from '../testing/build.ts';
import {
  fakeStakes,
  getAmountField,
  getDialog,
  getStakeButton,
  openDialog,
  RECORDED,
  readPendingStake,
  stake,
  storePendingStake,
} from '../testing/open-dialog.tsx';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  vi.useRealTimers();
});

describe('staking', () => {
  it('STAKE-10 API-30 a stake is transferred to the staking wallet and recorded with amount and hash', async () => {
    const bodies: unknown[] = [];
    const record = fakeResponse(createStake, ({ body }) => {
      bodies.push(body);
      return { stake: buildStake(1, '2500.5') };
    });
    const host = await openDialog([fakeStakes(), record]);
    stake('2500.50');
    await screen.findByText('Successfully staked 2500.5 tokens!');
    expect(host.transfers.requested).toEqual([
      { to: FAKE_CONFIG.staking_wallet, amount: '2500.5', purpose: 'staking' },
    ]);
    expect(bodies).toEqual([{ amount: '2500.5', transaction_hash: fakeHash(1) }]);
    expect(readPendingStake()).toBeNull();
  });

  it('STAKE-11 the success message includes updated participations only if the response has them', async () => {
    const coefficientUpdate = { updatedParticipations: 3, newCoefficient: 1.055 };
    await openDialog([
      fakeStakes(),
      fakeResponse(createStake, { stake: buildStake(1, '2500'), coefficientUpdate }),
    ]);
    stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.getByText('Updated 3 active game participations with new 1.055x multiplier!')).toBeTruthy();
    cleanup();
    await openDialog([fakeStakes(), RECORDED]);
    stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.queryByText(/Updated/)).toBeNull();
  });

  it('STAKE-12 the dialog closes 4 s after success and clears the amount', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const host = await openDialog([fakeStakes(), RECORDED]);
    const mined = host.transfers.hold('sent');
    stake('2500');
    await waitFor(() => expect(getStakeButton().textContent).toBe('Processing...'));
    vi.setTimerTickMode('manual');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const isClosing = () => screen.getByRole('dialog').closest('[inert]') !== null;
    mined();
    await pass(0);
    expect(getDialog().getByText('Successfully staked 2500 tokens!')).toBeTruthy();
    await pass(3_999);
    expect(isClosing()).toBe(false);
    await pass(1);
    expect(isClosing()).toBe(true);
    // While it closes, it shows no empty form.
    expect(getDialog().getByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.queryByText('Please enter a valid amount')).toBeNull();
    vi.setTimerTickMode('interval');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.useRealTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(getAmountField().value).toBe('');
  });

  it('"Done" leads back to the form while another tab has a pending stake', async () => {
    await openDialog([fakeStakes(), RECORDED]);
    stake('2500');
    await screen.findByText('Successfully staked 2500 tokens!');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }));
    storePendingStake({ amount: '3000', hash: fakeHash(7), since: NOW });
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Successfully staked 2500 tokens!')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(getAmountField().value).toBe('');
    expect(readPendingStake()).not.toBeNull();
  });

  it('STAKE-13 STAKE-07 the disabled button shows the current phase', async () => {
    const { promise: held, resolve: respond } = deferred();
    const record = fakeResponse(createStake, async () => {
      await held;
      return { stake: buildStake(1, '2500') };
    });
    const host = await openDialog([fakeStakes(), record]);
    const confirm = host.transfers.hold('confirm-in-wallet');
    stake('2500');
    await waitFor(() => expect(getStakeButton().textContent).toBe('Confirming...'));
    expect(getStakeButton().disabled).toBe(true);
    expect(getAmountField().disabled).toBe(true);
    const mined = host.transfers.hold('sent');
    confirm();
    await waitFor(() => expect(getStakeButton().textContent).toBe('Processing...'));
    expect(getStakeButton().disabled).toBe(true);
    expect(JSON.parse(readPendingStake() ?? '{}')).toMatchObject({ amount: '2500', hash: fakeHash(1) });
    mined();
    await waitFor(() => expect(getStakeButton().textContent).toBe('Creating Record...'));
    expect(getStakeButton().disabled).toBe(true);
    respond();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });

  it('STAKE-13 the button reads "Try Again" after the user rejected the transaction', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    stake('2500');
    await waitFor(() => expect(getStakeButton().textContent).toBe('Try Again'));
    expect(getDialog().getByText('Transaction was cancelled.')).toBeTruthy();
    fireEvent.click(getStakeButton());
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(2);
  });

  it('the report is repeated while the transfer is pending', async () => {
    let reports = 0;
    const record = fakeResponse(createStake, () => {
      reports += 1;
      return reports < 2 ? { status: 'PENDING' as const } : { stake: buildStake(1, '2500') };
    });
    await openDialog([fakeStakes(), record]);
    stake('2500');
    await waitFor(() => expect(reports).toBe(1));
    expect(getStakeButton().textContent).toBe('Creating Record...');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(reports).toBe(2);
  });

  it('STAKE-12 a stake continues after the dialog is closed, and its success clears the amount', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    const mined = host.transfers.hold('sent');
    stake('2500');
    await waitFor(() => expect(getStakeButton().textContent).toBe('Processing...'));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Staking 2,500 FOOTBALL')).toBeTruthy();
    mined();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(getAmountField().value).toBe('');
    expect(getStakeButton().disabled).toBe(true);
  });

  it('nothing is staked if the user leaves the page during the checks', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    const check = host.transfers.hold('checking');
    const sending = vi.spyOn(host.transfers, 'send');
    stake('2500');
    await waitFor(() => expect(sending).toHaveBeenCalled());
    cleanup();
    check();
    await expect(sending.mock.results[0]?.value).rejects.toThrow();
    expect(readPendingStake()).toBeNull();
  });

  it('a stake that was requested before the user left the page is kept', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    const confirm = host.transfers.hold('confirm-in-wallet');
    const sending = vi.spyOn(host.transfers, 'send');
    stake('2500');
    await waitFor(() => expect(sending).toHaveBeenCalled());
    // The fake transfers take this step in a microtask.
    await act(async () => {});
    cleanup();
    confirm();
    await sending.mock.results[0]?.value;
    expect(JSON.parse(readPendingStake() ?? '{}')).toMatchObject({ amount: '2500', hash: fakeHash(1) });
  });
});
