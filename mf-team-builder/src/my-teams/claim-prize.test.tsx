import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Participation } from '@touchline/api/http/entries';
import type { MyPrize } from '@touchline/api/http/prizes';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildGame, buildParticipation, gameId, participationId } from '../testing/fixtures.ts';
import { CLAIM_RECORD, duePrize, findClaim, openPrize, PAID, winner } from '../testing/open-prize.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

let prize: MyPrize;
let teams: Participation[];
const open = (options: Parameters<typeof openPrize>[0] = {}) =>
  openPrize({ prize: () => prize, teams: () => teams, ...options });

resetBetweenTests();
beforeEach(() => {
  prize = duePrize;
  teams = [winner];
});

describe('prize of a team', () => {
  it('a winner sees place and amount and claims the prize', async () => {
    const host = open();
    expect((await findClaim()).disabled).toBe(false);
    expect(screen.getByText(/3rd place/).textContent).toBe('3rd place, 1,900 FOOTBALL');
    fireEvent.click(await findClaim());
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(host.transfers.claimed).toEqual([participationId(1)]);
    expect(localStorage.getItem(CLAIM_RECORD)).toBeNull();
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
    prize = { ...duePrize, claim: null, claims_open_at: null };
    open();
    expect(await screen.findByText(/Waiting for the operator to fund the prizes/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  });

  it('a prize that went back to the treasury is still owed, and the line names the support', async () => {
    prize = { ...duePrize, claim: null, claims_open_at: null, reclaimed: true };
    open();
    expect(await screen.findByText(/still owed to you: contact support/)).toBeTruthy();
    expect(screen.queryByText(/Waiting for the operator/)).toBeNull();
  });

  it('a live message replaces the claim button after the operator has paid the prize', async () => {
    const host = open();
    await findClaim();
    prize = { ...duePrize, state: 'CONFIRMED', claim: null, transaction_hash: fakeHash(7) };
    act(() => host.emit({ topic: 'prizes', game_id: gameId(1) }));
    expect(await screen.findByText(PAID)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  });

  it('the finished teams remain open after the last claim', async () => {
    teams = [winner, buildParticipation(2, { game: buildGame(2, -1) })];
    const host = open();
    const finished = (await findClaim()).closest('details');
    expect(finished?.open).toBe(true);
    prize = { ...duePrize, state: 'CONFIRMED', claim: null, transaction_hash: fakeHash(7) };
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
});
