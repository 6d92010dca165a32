import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createStake } from '@touchline/api/http/staking';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildStake } from '../testing/build.ts';
import {
  amountField,
  dialog,
  mine,
  openDialog,
  pendingStake,
  RECORDED,
  stake,
  stakeButton,
  type,
} from '../testing/open-dialog.tsx';

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('staking', () => {
  it('STAKE-10 API-30 transfers to the staking wallet and records amount and hash', async () => {
    const bodies: unknown[] = [];
    const record = fakeResponse(createStake, ({ body }) => {
      bodies.push(body);
      return { stake: buildStake(1, '2500.5') };
    });
    const host = await openDialog([mine(), record]);
    stake('2500.50');
    await screen.findByText('Successfully staked 2500.5 tokens!');
    expect(host.transfers.requested).toEqual([
      { to: FAKE_CONFIG.staking_wallet, amount: '2500.5', purpose: 'staking' },
    ]);
    expect(bodies).toEqual([{ amount: '2500.5', transaction_hash: fakeHash(1) }]);
    expect(pendingStake()).toBeNull();
  });

  it('STAKE-11 shows how many participations have the new multiplier, if the response tells', async () => {
    const coefficientUpdate = { updatedParticipations: 3, newCoefficient: 1.055 };
    await openDialog([
      mine(),
      fakeResponse(createStake, { stake: buildStake(1, '2500'), coefficientUpdate }),
    ]);
    stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.getByText('Updated 3 active game participations with new 1.055x multiplier!')).toBeTruthy();
    cleanup();
    await openDialog([mine(), RECORDED]);
    stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.queryByText(/Updated/)).toBeNull();
  });

  it('STAKE-12 closes 4 s after success and clears the amount', async () => {
    await openDialog([mine(), RECORDED]);
    type('2500');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(stakeButton());
    await screen.findByText('Successfully staked 2500 tokens!');
    act(() => void vi.advanceTimersByTime(3_900));
    expect(screen.getByText('Successfully staked 2500 tokens!')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(200));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.useRealTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(amountField().value).toBe('');
  });

  it('STAKE-13 STAKE-07 names the phase on the disabled button', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => {
      respond = done;
    });
    const record = fakeResponse(createStake, async () => {
      await held;
      return { stake: buildStake(1, '2500') };
    });
    const host = await openDialog([mine(), record]);
    const confirm = host.transfers.hold('confirm-in-wallet');
    stake('2500');
    await waitFor(() => expect(stakeButton().textContent).toBe('Confirming...'));
    expect(stakeButton().disabled).toBe(true);
    expect(amountField().disabled).toBe(true);
    const mined = host.transfers.hold('sent');
    confirm();
    await waitFor(() => expect(stakeButton().textContent).toBe('Processing...'));
    expect(stakeButton().disabled).toBe(true);
    expect(JSON.parse(pendingStake() ?? '{}')).toMatchObject({ amount: '2500', hash: fakeHash(1) });
    mined();
    await waitFor(() => expect(stakeButton().textContent).toBe('Creating Record...'));
    expect(stakeButton().disabled).toBe(true);
    respond();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });

  it('STAKE-13 offers "Try Again" after the user rejected the transaction', async () => {
    const host = await openDialog([mine(), RECORDED]);
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    stake('2500');
    await waitFor(() => expect(stakeButton().textContent).toBe('Try Again'));
    expect(dialog().getByText('Transaction was cancelled.')).toBeTruthy();
    fireEvent.click(stakeButton());
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(2);
  });

  it('repeats the report while the transfer is pending', async () => {
    let asked = 0;
    const record = fakeResponse(createStake, () => {
      asked += 1;
      return asked < 2 ? { status: 'PENDING' as const } : { stake: buildStake(1, '2500') };
    });
    await openDialog([mine(), record]);
    stake('2500');
    await waitFor(() => expect(asked).toBe(1));
    expect(stakeButton().textContent).toBe('Creating Record...');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(asked).toBe(2);
  });

  it('continues when the dialog is closed', async () => {
    const host = await openDialog([mine(), RECORDED]);
    const mined = host.transfers.hold('sent');
    stake('2500');
    await waitFor(() => expect(stakeButton().textContent).toBe('Processing...'));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Staking 2500 FOOTBALL')).toBeTruthy();
    mined();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });
});
