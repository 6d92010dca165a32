import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { createStake } from '@touchline/api/http/staking';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildStake } from '../testing/build.ts';
import {
  amountField,
  BASE,
  mine,
  openDialog,
  pendingStake,
  RECORDED,
  stake,
  storePendingStake,
} from '../testing/open-dialog.tsx';
import { openStaking } from '../testing/open-page.tsx';

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('failed stakes', () => {
  it('STAKE-14 shows "Failed to initiate staking" before anything was sent', async () => {
    const host = await openDialog([mine(), RECORDED]);
    host.transfers.fail(new TransferError('INSUFFICIENT_FUNDS', 'You need 500 more FOOTBALL.'));
    stake('2500');
    expect(await screen.findByText('Failed to initiate staking')).toBeTruthy();
    const panel = within(screen.getByRole('alert'));
    expect(panel.getByText('You need 500 more FOOTBALL.')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(amountField().value).toBe('2500'));
    expect(pendingStake()).toBeNull();
  });

  it('STAKE-14 shows "Failed to process staking" after sending, and does not pay again', async () => {
    const host = await openDialog([mine(), RECORDED]);
    host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
    stake('2500');
    expect(await screen.findByText('Failed to process staking')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop looking for it' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(1);
    expect(host.transfers.waited).toEqual([fakeHash(1)]);
  });

  it('STAKE-14 shows "Failed to create staking record", and records the same transfer on retry', async () => {
    let down = true;
    const record = fakeResponse(createStake, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline does not answer.');
      return { stake: buildStake(1, '2500') };
    });
    const host = await openDialog([mine(), record]);
    stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/Your tokens are safe/)).toBeTruthy();
    expect(pendingStake()).not.toBeNull();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('drops a transfer that the server refuses', async () => {
    const record = fakeResponse(createStake, () => {
      throw new TouchlineError(
        'STAKE_REFUSED',
        'Maximum staking amount is 10,000,000 tokens. It is owed back.',
      );
    });
    await openDialog([mine(), record]);
    stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/owed back/)).toBeTruthy();
    expect(pendingStake()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(amountField()).toBeTruthy());
  });

  it('lets the user give up a missing transfer after half an hour', async () => {
    storePendingStake({ amount: '2500', hash: fakeHash(5), since: Date.now() - 31 * 60_000 });
    const host = createFakeHost({ user: fakeUser(), responses: [...BASE, mine()] });
    host.transfers.failWait(new TransferError('NETWORK_ERROR', 'Not found.', { hash: fakeHash(5) }));
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'See what to do' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop looking for it' }));
    await waitFor(() => expect(amountField()).toBeTruthy());
    expect(pendingStake()).toBeNull();
  });
});
