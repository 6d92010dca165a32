import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { type MyPrize, myPrizes } from '@touchline/api/http/prizes';
import { createFakeHost, FAKE_ADDRESS, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildGame, buildParticipation, gameId, inHours, NOW, participationId } from '../testing/fixtures.ts';
import { fillLocalStorage } from '../testing/full-storage.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

const team = buildParticipation(1, { game: buildGame(1, -100, { settlement: 'FINAL' }), rank: 3 });
const due: MyPrize = {
  game_id: gameId(1),
  game_name: 'Gameweek 1',
  participation_id: participationId(1),
  team_name: 'Team 1',
  rank: 3,
  entries: 120,
  token: { address: `0x${'d'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  amount: `1900${'0'.repeat(18)}`,
  state: 'DUE',
  settled_at: inHours(-30),
  transaction_hash: null,
  claims_open_at: inHours(-1),
  reclaimed: false,
  claim: {
    chain_id: 480,
    vault: `0x${'e'.repeat(40)}`,
    game_key: `0x${'1'.repeat(64)}`,
    index: 2,
    account: FAKE_ADDRESS,
    amount: `1900${'0'.repeat(18)}`,
    proof: [],
  },
};
let prize: MyPrize;
let teams: Participation[];

function createHost(options: Parameters<typeof createFakeHost>[0] = {}) {
  return createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options,
    responses: [
      fakeResponse(myParticipations, () => ({ participations: teams })),
      fakeResponse(myPrizes, () => ({ prizes: [prize] })),
    ],
  });
}

function open(options?: Parameters<typeof createHost>[0]) {
  const host = createHost(options);
  openPage(host, '/my-team');
  return host;
}
const findClaim = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Claim 1,900 FOOTBALL' });
const PAID = /^Paid(\. The chain is confirming it| to your wallet)\./;
const RECORD = `touchline.claim.${participationId(1)}`;

resetBetweenTests();
beforeEach(() => {
  prize = due;
  teams = [team];
});

describe('prize of a team', () => {
  it('a winner sees place and amount and claims the prize', async () => {
    const host = open();
    expect((await findClaim()).disabled).toBe(false);
    expect(screen.getByText(/3rd place/).textContent).toBe('3rd place, 1,900 FOOTBALL');
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([participationId(1)]);
    expect(localStorage.getItem(RECORD)).toBeNull();
  });

  it('the focus moves to the prize after a claim by keyboard, and stays where the user has moved it', async () => {
    open();
    const claim = await findClaim();
    claim.focus();
    fireEvent.click(claim);
    await screen.findByText(PAID);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Prize of Gameweek 1' })),
    );
    cleanup();

    open();
    const other = await screen.findByRole('button', { name: 'Refresh Points' });
    fireEvent.click(await findClaim());
    other.focus();
    await screen.findByText(PAID);
    expect(document.activeElement).toBe(other);
  });

  it('a prize whose vault is not funded waits without a claim button', async () => {
    prize = { ...due, claim: null, claims_open_at: null };
    open();
    expect(await screen.findByText(/Waiting for the operator to fund the prizes/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  });

  it('a prize that went back to the treasury is still owed, and the line names the support', async () => {
    prize = { ...due, claim: null, claims_open_at: null, reclaimed: true };
    open();
    expect(await screen.findByText(/still owed to you: contact support/)).toBeTruthy();
    expect(screen.queryByText(/Waiting for the operator/)).toBeNull();
  });

  it('a live message replaces the claim button after the operator has paid the prize', async () => {
    const host = open();
    await findClaim();
    prize = { ...due, state: 'CONFIRMED', claim: null, transaction_hash: fakeHash(7) };
    act(() => host.emit({ topic: 'prizes', game_id: gameId(1) }));
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  });

  it('the finished teams remain open after the last claim', async () => {
    teams = [team, buildParticipation(2, { game: buildGame(2, -1) })];
    const host = open();
    const finished = (await findClaim()).closest('details');
    expect(finished?.open).toBe(true);
    prize = { ...due, state: 'CONFIRMED', claim: null, transaction_hash: fakeHash(7) };
    act(() => host.emit({ topic: 'prizes', game_id: gameId(1) }));
    await screen.findByText(PAID);
    expect(finished?.open).toBe(true);
  });

  it('a rejected signature keeps the prize claimable', async () => {
    const host = open();
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    fireEvent.click(await findClaim());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(TRANSFER_TEXT.USER_REJECTED);
    expect(alert.dataset.rejected).toBe('true');
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
  });

  it('a wallet on another chain cannot claim', async () => {
    open({ wallet: { status: 'wrong-chain', address: FAKE_ADDRESS } });
    expect((await findClaim()).disabled).toBe(true);
    expect(screen.getByText('Switch your wallet to the network of this site to claim.')).toBeTruthy();
  });

  it('a reload during a claim waits for the sent transaction and sends no second one', async () => {
    const first = open();
    first.transfers.hold('sent');
    fireEvent.click(await findClaim());
    await waitFor(() => expect(localStorage.getItem(RECORD)).toBe(fakeHash(1)));
    cleanup();
    const second = open();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(second.transfers.waited).toEqual([fakeHash(1)]);
    expect(second.transfers.claimed).toEqual([]);
  });

  it('a claim whose hash does not fit into the storage is awaited after the user has left the page and returned', async () => {
    const host = open();
    const setItem = fillLocalStorage();
    host.transfers.hold('sent');
    fireEvent.click(await findClaim());
    await screen.findByText('Claim sent, waiting for the chain...');
    act(() => host.navigate('/team-build'));
    await waitFor(() => expect(screen.queryByText('Claim sent, waiting for the chain...')).toBeNull());
    act(() => host.navigate('/my-team'));
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(setItem).toHaveBeenCalledWith(RECORD, fakeHash(1));
    expect(host.transfers.waited).toEqual([fakeHash(1)]);
    expect(host.transfers.claimed).toEqual([participationId(1)]);
  });

  it('a claim whose transaction was dropped can be repeated after a reload', async () => {
    localStorage.setItem(RECORD, fakeHash(5));
    const host = createHost();
    host.transfers.failWait(new TransferError('CONTRACT_ERROR', 'The claim was not executed.'));
    openPage(host, '/my-team');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The claim was not executed.');
    expect(alert.dataset.rejected).toBe('false');
    expect(localStorage.getItem(RECORD)).toBeNull();
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([participationId(1)]);
  });

  it('a second tab follows the claim of the first and sends none', async () => {
    const host = open();
    await findClaim();
    localStorage.setItem(RECORD, fakeHash(5));
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([]);
    expect(host.transfers.waited).toEqual([fakeHash(5)]);
  });

  it('a claim that is open in another tab is not started here', async () => {
    const request = async (_name: string, _options: unknown, work: (lock: null) => unknown) => work(null);
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    const host = open();
    fireEvent.click(await findClaim());
    expect((await screen.findByRole('alert')).textContent).toMatch(/in another tab of this browser/);
    expect(host.transfers.claimed).toEqual([]);
    vi.restoreAllMocks();
  });

  it('a claim that fails here keeps the hash of another tab, and waits for it', async () => {
    const host = open();
    const release = host.transfers.hold('confirm-in-wallet');
    host.transfers.fail(new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED));
    fireEvent.click(await findClaim());
    await screen.findByText('Please confirm the claim in your wallet');
    localStorage.setItem(RECORD, fakeHash(5));
    release();
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.waited).toEqual([fakeHash(5)]);
  });

  it('a claim that another tab has ended unpaid can be repeated here', async () => {
    const host = open();
    await findClaim();
    host.transfers.failWait(new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR));
    localStorage.setItem(RECORD, fakeHash(5));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: RECORD })));
    await screen.findByText('Claim sent, waiting for the chain...');
    localStorage.removeItem(RECORD);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: RECORD })));
    expect((await findClaim()).disabled).toBe(false);
  });
});
