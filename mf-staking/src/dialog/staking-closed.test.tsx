import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myStakes, type StakingTiers, stakingTiers } from '@touchline/api/http/staking';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildMine, LOCK_END } from '../testing/build.ts';
import { BASE, mine, openDialog, RECORDED, stake } from '../testing/open-dialog.tsx';
import { openStaking } from '../testing/open-page.tsx';

const SENTENCE = 'Staking opens with the next season.';
const OPEN: StakingTiers = { tiers: [], lock_end_date: LOCK_END, closed: false };
const OVER = '2026-05-24T17:30:00.000Z';

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('between two seasons', () => {
  it.each([
    ['the server says so', { ...OPEN, closed: true }],
    ['the lock end has passed since the answer', { ...OPEN, lock_end_date: OVER }],
  ])('the page has a sentence and no button to stake when %s', async (_name, tiers) => {
    const answers = [...BASE, fakeResponse(myStakes, buildMine([1500])), fakeResponse(stakingTiers, tiers)];
    openStaking(createFakeHost({ user: fakeUser(), responses: answers }));
    expect(await screen.findByText(SENTENCE)).toBeTruthy();
    // The stakes are there, the ways to the dialog are not.
    expect(await screen.findByRole('img', { name: 'Your tier: Bronze, 1.05x.' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Stake|Add More Tokens|Go for .*)$/ })).toBeNull();
  });

  it('S12 the page says that staking is paused', async () => {
    const tiers = fakeResponse(stakingTiers, { ...OPEN, closed: true, paused: true });
    openStaking(createFakeHost({ user: fakeUser(), responses: [...BASE, mine(1500), tiers] }));
    expect(await screen.findByText('Staking is paused. Please try again later.')).toBeTruthy();
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });

  it('the page has the button and no sentence during the season', async () => {
    openStaking(createFakeHost({ user: fakeUser(), responses: [...BASE, mine(1500)] }));
    expect(await screen.findByRole('button', { name: 'Go for Silver' })).toBeTruthy();
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });

  it('a dialog that was open when the season ended refuses before the wallet is asked', async () => {
    let tiers = OPEN;
    const host = await openDialog([mine(), RECORDED, fakeResponse(stakingTiers, () => tiers)]);
    tiers = { ...OPEN, closed: true };
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toBe(SENTENCE);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(SENTENCE));
    expect(host.transfers.requested).toEqual([]);
    tiers = OPEN;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('the wallet is not asked while the season is unknown', async () => {
    const host = await openDialog([mine(), fakeResponse(stakingTiers, { ...OPEN, lock_end_date: null })]);
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Staking is not available/);
    expect(host.transfers.requested).toEqual([]);
  });

  it('the wallet is not asked when the server does not say whether staking is open', async () => {
    let down = false;
    const tiers = fakeResponse(stakingTiers, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline does not answer.');
      return OPEN;
    });
    const host = await openDialog([mine(), tiers]);
    down = true;
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Staking is not available/);
    expect(host.transfers.requested).toEqual([]);
  });
});
