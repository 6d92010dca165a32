import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { createStake } from '@touchline/api/http/staking';
import { type FakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildStake, NOW } from '../testing/build.ts';
import {
  BASE_RESPONSES,
  fakeStakes,
  getAmountField,
  getStakeButton,
  openDialog,
  RECORDED,
  readPendingStake,
  stake,
  storePendingStake,
} from '../testing/open-dialog.tsx';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

/** Stakes 2500 tokens; the transfer is sent, and its receipt does not arrive. */
async function failAfterSending(host: FakeHost) {
  host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
  stake('2500');
  expect(await screen.findByText('Failed to process staking')).toBeTruthy();
}

/** Retries, and expects that the first transfer is recorded and no other one requested. */
async function expectRetryWithoutPayment(host: FakeHost) {
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  expect(host.transfers.requested).toHaveLength(1);
  expect(host.transfers.waited).toEqual([fakeHash(1)]);
}

describe('failed stakes', () => {
  it('STAKE-14 a failure before the transfer shows "Failed to initiate staking"', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    host.transfers.fail(new TransferError('INSUFFICIENT_FUNDS', 'You need 500 more FOOTBALL.'));
    stake('2500');
    expect(await screen.findByText('Failed to initiate staking')).toBeTruthy();
    const panel = within(screen.getByRole('alert'));
    expect(panel.getByText('You need 500 more FOOTBALL.')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(getAmountField().value).toBe('2500'));
    expect(readPendingStake()).toBeNull();
  });

  it('STAKE-14 a failure after the transfer shows "Failed to process staking", and a retry does not pay again', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    await failAfterSending(host);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop looking' })).toBeNull();
    await expectRetryWithoutPayment(host);
  });

  it('a retry does not pay again after another tab has recorded the transfer', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    await failAfterSending(host);
    window.localStorage.clear();
    await expectRetryWithoutPayment(host);
  });

  it('a retry does not pay again while the storage is full', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem() {}, setItem });
    await failAfterSending(host);
    vi.unstubAllGlobals();
    expect(readPendingStake()).toBeNull();
    await expectRetryWithoutPayment(host);
  });

  it('a rejection in the wallet keeps the transfer that another tab has sent', async () => {
    const host = await openDialog([fakeStakes(), RECORDED]);
    const confirm = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled by user.'));
    stake('2500');
    await waitFor(() => expect(host.transfers.requested).toHaveLength(1));
    const other = { amount: '3000', hash: fakeHash(7), since: NOW };
    storePendingStake(other);
    confirm();
    await screen.findByText('Transaction was cancelled by user.');
    expect(JSON.parse(readPendingStake() ?? 'null')).toEqual(other);
  });

  it('a sent transfer is kept when the code of the wallet cannot be loaded after a reload', async () => {
    storePendingStake({ amount: '2500', hash: fakeHash(5), since: NOW });
    const host = createStakingHost({
      user: fakeUser(),
      responses: [...BASE_RESPONSES, fakeStakes(), RECORDED],
    });
    host.transfers.failWait(new TransferError('NETWORK_ERROR', 'Network error occurred.'));
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'See what to do' }));
    await screen.findByText('Failed to process staking');
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(readPendingStake()).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.waited).toEqual([fakeHash(5), fakeHash(5)]);
    expect(host.transfers.requested).toEqual([]);
  });

  it('STAKE-14 a failed record shows "Failed to create staking record", and a retry records the same transfer', async () => {
    let down = true;
    const record = fakeResponse(createStake, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
      return { stake: buildStake(1, '2500') };
    });
    const host = await openDialog([fakeStakes(), record]);
    stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/Your tokens are safe/)).toBeTruthy();
    expect(readPendingStake()).not.toBeNull();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('a failed record can be repeated without a wallet, a failed transfer only after connecting', async () => {
    let down = true;
    const record = fakeResponse(createStake, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
      return { stake: buildStake(1, '2500') };
    });
    const host = await openDialog([fakeStakes(), record]);
    host.transfers.fail(new TransferError('INSUFFICIENT_FUNDS', 'You need 500 more FOOTBALL.'));
    stake('2500');
    await screen.findByText('Failed to initiate staking');
    const wallet = host.wallet.get();
    act(() => host.wallet.set({ ...wallet, status: 'disconnected' }));
    expect(screen.getByText('Please connect your wallet first')).toBeTruthy();
    act(() => host.wallet.set(wallet));
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(getAmountField().value).toBe('2500'));
    fireEvent.click(getStakeButton());
    await screen.findByText('Failed to create staking record');
    act(() => host.wallet.set({ ...wallet, status: 'disconnected' }));
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });

  it('a transfer that the server rejects is no longer pending', async () => {
    const record = fakeResponse(createStake, () => {
      throw new TouchlineError(
        'STAKE_REFUSED',
        'Maximum staking amount is 10,000,000 tokens. It will be refunded.',
      );
    });
    await openDialog([fakeStakes(), record]);
    stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/will be refunded/)).toBeTruthy();
    expect(readPendingStake()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(getAmountField()).toBeTruthy());
  });

  it('the user can stop looking for a missing transfer after half an hour', async () => {
    storePendingStake({ amount: '2500', hash: fakeHash(5), since: NOW - 31 * 60_000 });
    const host = createStakingHost({ user: fakeUser(), responses: [...BASE_RESPONSES, fakeStakes()] });
    host.transfers.failWait(new TransferError('NETWORK_ERROR', 'Not found.', { hash: fakeHash(5) }));
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'See what to do' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop looking' }));
    await waitFor(() => expect(getAmountField()).toBeTruthy());
    expect(readPendingStake()).toBeNull();
  });

  it('the user can stop looking for a transfer that the server has not found for half an hour', async () => {
    let now = NOW;
    let reports = 0;
    const record = fakeResponse(createStake, () => {
      reports += 1;
      return { status: 'PENDING' as const };
    });
    const host = await openDialog([fakeStakes(), record], { now: () => now });
    const mined = host.transfers.hold('sent');
    stake('2500');
    await waitFor(() => expect(readPendingStake()).not.toBeNull());
    now += 31 * 60_000;
    mined();
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(reports).toBe(2));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop looking' }));
    await waitFor(() => expect(getAmountField()).toBeTruthy());
    expect(readPendingStake()).toBeNull();
    expect(host.transfers.requested).toHaveLength(1);
  });
});
