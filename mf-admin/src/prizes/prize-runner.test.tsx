import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdLock, storeElsewhere } from '../testing/fake-locks.ts';
import { press } from '../testing/fake-payouts.ts';
import {
  buildFunded,
  buildSettled,
  createFakeServer,
  openPrizes,
  openSettlement,
} from '../testing/fake-prizes.ts';
import { fillStorage } from '../testing/full-storage.ts';
import { ADMIN, buildGame } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const KEY = `touchline-prizes:${ADMIN}`;
const game = buildGame().id;
const job = { kind: 'fund', game, name: 'Friday Cup', after: null, done: 0, total: 250, pending: null };
const stored = () => JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as { pending: string } | null;
/** Simulates a reload with a job in progress. */
const store = (changes: { kind: 'fund' | 'pay'; after?: string; done?: number; pending: string | null }) =>
  window.localStorage.setItem(KEY, JSON.stringify({ ...job, ...changes }));

describe('funding', () => {
  it('a settlement is funded once and the admin reads what happens next', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    await press('Fund 200 WLD');
    await waitFor(() => expect(host.notices.at(-1)?.title).toBe('Prizes of Friday Cup sent to the vault'));
    expect(host.transfers.requestedVault).toEqual([{ game, pending: null }]);
    expect(window.localStorage.length).toBe(0);
  });

  it('a funding that waits for a final block is not offered again', async () => {
    await openSettlement(createFakeServer(buildSettled({ funding_seen: true })).responses);
    expect(await screen.findByText(/^The chain has the funding/)).toBeTruthy();
    expect(screen.queryByText('Fund 200 WLD')).toBeNull();
  });

  it('a declined request can be repeated', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    await press('Fund 200 WLD');
    expect(await screen.findByText(/^Transaction was cancelled\..*no game can be funded twice/)).toBeTruthy();
    expect(stored()).toMatchObject({ kind: 'fund', pending: null });
    // The dialog covers the page.
    const dialog = within(screen.getByRole('dialog', { name: 'Settlement' }));
    expect(dialog.getByRole('alert').textContent).toContain('Transaction was cancelled.');
    fireEvent.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(window.localStorage.length).toBe(0));
    expect(host.transfers.requestedVault.map(({ pending }) => pending)).toEqual([null, null]);
  });

  it('a transaction whose receipt is unknown is waited for when the funding resumes', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
    await press('Fund 200 WLD');
    expect(await screen.findByText(/^Network error occurred\./)).toBeTruthy();
    const { pending } = stored()!;
    await press('Resume');
    await waitFor(() => expect(host.transfers.requestedVault).toHaveLength(2));
    expect(host.transfers.requestedVault[1]).toEqual({ game, pending });
  });

  it('a transaction that does not fit into the storage is waited for, and not requested again', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    fillStorage(JSON.stringify(job).length);
    host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
    await press('Fund 200 WLD');
    await screen.findByText(/^Network error occurred\./);
    await press('Resume');
    await waitFor(() => expect(host.notices.at(-1)?.title).toBe('Prizes of Friday Cup sent to the vault'));
    expect(host.transfers.requestedVault.map(({ pending }) => pending)).toEqual([null, fakeHash(2_001)]);
  });

  it('a funding that the server has seen before the reload requests nothing', async () => {
    store({ kind: 'fund', pending: fakeHash(1) });
    const host = await openPrizes(createFakeServer(buildFunded()).responses);
    await press('Resume');
    await waitFor(() => expect(window.localStorage.length).toBe(0));
    expect(host.transfers.requestedVault).toEqual([]);
  });
});

describe('payment', () => {
  it('unpaid prizes are listed and paid in batches of 100', async () => {
    const host = await openSettlement(createFakeServer(buildFunded()).responses);
    host.transfers.offerPrizes(3);
    expect(await screen.findByText(/^250 prizes, 200 WLD in total\./)).toBeTruthy();
    await press('Pay 250 prizes');
    await waitFor(() => expect(host.notices.at(-1)?.title).toBe('Prizes of Friday Cup sent'));
    expect(host.transfers.requestedVault.map(({ after }) => after)).toEqual([null, '1', '2']);
    expect(window.localStorage.length).toBe(0);
  });

  it('prizes can be paid as soon as claims open, while the details are open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const funded = buildFunded();
    const claims_open_at = new Date(Date.now() + 60_000).toISOString();
    const funding = { ...funded.funding!, claims_open_at };
    await openSettlement(createFakeServer({ ...funded, funding }).responses);
    const text = await screen.findByText('Pay 250 prizes');
    const pay = text.closest('button')!;
    expect(pay.disabled).toBe(true);
    act(() => void vi.advanceTimersByTime(61_000));
    expect(pay.disabled).toBe(false);
  });

  it('a payment resumes after a reload at the batch in progress', async () => {
    store({ kind: 'pay', after: '1', done: 100, pending: fakeHash(9) });
    const host = await openPrizes(createFakeServer(buildFunded()).responses);
    host.transfers.offerPrizes(3);
    expect(await screen.findByText('100 of 250 prizes of Friday Cup sent')).toBeTruthy();
    await press('Resume');
    await waitFor(() => expect(window.localStorage.length).toBe(0));
    expect(host.transfers.requestedVault).toEqual([
      { game, after: '1', pending: fakeHash(9) },
      { game, after: '2', pending: null },
    ]);
  });

  it('a failed batch keeps the progress and the payment can be ended', async () => {
    store({ kind: 'pay', after: '1', done: 100, pending: null });
    const host = await openPrizes(createFakeServer(buildFunded()).responses);
    host.transfers.fail(new TransferError('CONTRACT_ERROR', 'The vault rejected the transaction.'));
    await press('Resume');
    expect(await screen.findByText(/100 of 250 prizes of Friday Cup sent/)).toBeTruthy();
    fireEvent.click(await screen.findByText('End the payment'));
    await waitFor(() => expect(window.localStorage.length).toBe(0));
  });
});

describe('two tabs', () => {
  const other = { ...job, game: fakeId(1, 8), name: 'Saturday Cup', pending: fakeHash(9) };

  it('a second tab of this browser sends nothing while the first tab is sending', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    const release = holdLock();
    await press('Fund 200 WLD');
    expect(
      await screen.findByText(
        /^Payouts or prizes are already being sent, in this or another tab of this browser\./,
      ),
    ).toBeTruthy();
    expect([host.transfers.requestedVault, stored()]).toEqual([[], null]);
    release();
    await press('Resume');
    await waitFor(() => expect(host.notices.at(-1)?.title).toBe('Prizes of Friday Cup sent to the vault'));
    expect(host.transfers.requestedVault).toEqual([{ game, pending: null }]);
  });

  it('a second tab keeps the stored job of the first tab, and shows it before resuming it', async () => {
    const host = await openSettlement(createFakeServer(buildSettled()).responses);
    const release = holdLock();
    window.localStorage.setItem(KEY, JSON.stringify(other));
    await press('Fund 200 WLD');
    await screen.findByText(/^Payouts or prizes are already being sent/);
    await press('End the funding');
    await screen.findByText(/^Payouts or prizes are already being sent/);
    expect(stored()).toEqual(other);
    release();
    await press('Resume');
    expect(await screen.findByText('Funding the prizes of Saturday Cup')).toBeTruthy();
    expect(await screen.findByText(/^Stopped\./)).toBeTruthy();
    expect([host.transfers.requestedVault, stored()]).toEqual([[], other]);
    await press('Resume');
    await waitFor(() => expect(window.localStorage.length).toBe(0));
    expect(host.transfers.requestedVault).toEqual([{ game: other.game, pending: fakeHash(9) }]);
  });

  it('a second tab shows the job of the first tab until it ends', async () => {
    await openSettlement(createFakeServer(buildSettled()).responses);
    storeElsewhere(KEY, other);
    expect(await screen.findByText('Funding the prizes of Saturday Cup')).toBeTruthy();
    storeElsewhere(KEY, null);
    await waitFor(() => expect(screen.queryByText('Funding the prizes of Saturday Cup')).toBeNull());
  });

  it('"End the funding" keeps a job of another tab that the admin has not seen', async () => {
    await openSettlement(createFakeServer(buildSettled()).responses);
    const release = holdLock();
    await press('Fund 200 WLD');
    await screen.findByText(/^Payouts or prizes are already being sent/);
    window.localStorage.setItem(KEY, JSON.stringify(other));
    release();
    await press('End the funding');
    expect(await screen.findByText('Funding the prizes of Saturday Cup')).toBeTruthy();
    expect(stored()).toEqual(other);
    await press('End the funding');
    await waitFor(() => expect(stored()).toBeNull());
  });
});
