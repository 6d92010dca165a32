import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { describe, expect, it, vi } from 'vitest';
import { participationId } from '../testing/fixtures.ts';
import { fillLocalStorage } from '../testing/full-storage.ts';
import { openPage } from '../testing/open-page.tsx';
import { CLAIM_RECORD, createPrizeHost, findClaim, openPrize, PAID } from '../testing/open-prize.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

async function leaveAndReturn(host: FakeHost) {
  act(() => host.navigate('/team-build'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Prize of Gameweek 1' })).toBeNull());
  act(() => host.navigate('/my-team'));
}

/** Locks of a browser, as far as `ifAvailable` needs them. */
function createLocks(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, _options: LockOptions, work: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request } as unknown as LockManager;
}

describe('claim that the page does not see from request to end', () => {
  it('a reload during a claim waits for the sent transaction and sends no second one', async () => {
    const first = openPrize();
    first.transfers.hold('sent');
    fireEvent.click(await findClaim());
    await waitFor(() => expect(localStorage.getItem(CLAIM_RECORD)).toBe(fakeHash(1)));
    cleanup();
    const second = openPrize();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(second.transfers.waited).toEqual([fakeHash(1)]);
    expect(second.transfers.claimed).toEqual([]);
  });

  it('a claim whose hash does not fit into the storage is awaited after the user has left the page and returned', async () => {
    const host = openPrize();
    const setItem = fillLocalStorage();
    const release = host.transfers.hold('sent');
    fireEvent.click(await findClaim());
    await screen.findByText('Claim sent, waiting for the chain...');
    await leaveAndReturn(host);
    expect(await screen.findByText('Claim sent, waiting for the chain...')).toBeTruthy();
    release();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(setItem).toHaveBeenCalledWith(CLAIM_RECORD, fakeHash(1));
    expect(host.transfers.claimed).toEqual([participationId(1)]);
  });

  it('a claim that waits for the wallet is shown and followed after the user has left the page and returned', async () => {
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(createLocks());
    const host = openPrize();
    const release = host.transfers.hold('confirm-in-wallet');
    fireEvent.click(await findClaim());
    await screen.findByText('Please confirm the claim in your wallet');
    await leaveAndReturn(host);
    expect(await screen.findByText('Please confirm the claim in your wallet')).toBeTruthy();
    const claim = await findClaim();
    expect(claim.dataset.loading).toBe('true');
    fireEvent.click(claim);
    release();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();

    // The server has not recorded the payment yet.
    await leaveAndReturn(host);
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
    expect(document.activeElement).toBe(document.body);
    expect(host.transfers.claimed).toEqual([participationId(1)]);
  });

  it('a claim that is rejected while the user is on another page can be repeated', async () => {
    const host = openPrize();
    const release = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    fireEvent.click(await findClaim());
    await screen.findByText('Please confirm the claim in your wallet');
    act(() => host.navigate('/team-build'));
    release();
    act(() => host.navigate('/my-team'));
    expect((await screen.findByRole('alert')).textContent).toBe(TRANSFER_TEXT.USER_REJECTED);
    await leaveAndReturn(host);
    expect((await findClaim()).disabled).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
  });

  it('a claim whose transaction was dropped can be repeated after a reload', async () => {
    localStorage.setItem(CLAIM_RECORD, fakeHash(5));
    const host = createPrizeHost();
    host.transfers.failWait(new TransferError('CONTRACT_ERROR', 'The claim was not executed.'));
    openPage(host, '/my-team');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The claim was not executed.');
    expect(alert.dataset.rejected).toBe('false');
    expect(localStorage.getItem(CLAIM_RECORD)).toBeNull();
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([participationId(1)]);
  });

  it('a second tab follows the claim of the first and sends none', async () => {
    const host = openPrize();
    await findClaim();
    localStorage.setItem(CLAIM_RECORD, fakeHash(5));
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([]);
    expect(host.transfers.waited).toEqual([fakeHash(5)]);
  });

  it('a claim that is open in another tab is not started here', async () => {
    const request = async (_name: string, _options: unknown, work: (lock: null) => unknown) => work(null);
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    const host = openPrize();
    fireEvent.click(await findClaim());
    expect((await screen.findByRole('alert')).textContent).toMatch(/in another tab of this browser/);
    expect(host.transfers.claimed).toEqual([]);
  });

  it('a claim that fails here keeps the hash of another tab, and waits for it', async () => {
    const host = openPrize();
    const release = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    fireEvent.click(await findClaim());
    await screen.findByText('Please confirm the claim in your wallet');
    localStorage.setItem(CLAIM_RECORD, fakeHash(5));
    release();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.waited).toEqual([fakeHash(5)]);
  });

  it('a claim that another tab has ended unpaid can be repeated here', async () => {
    const host = openPrize();
    await findClaim();
    host.transfers.failWait(new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR));
    localStorage.setItem(CLAIM_RECORD, fakeHash(5));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CLAIM_RECORD })));
    await screen.findByText('Claim sent, waiting for the chain...');
    localStorage.removeItem(CLAIM_RECORD);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CLAIM_RECORD })));
    expect((await findClaim()).disabled).toBe(false);
  });
});
