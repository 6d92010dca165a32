import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myStakes, type StakingTiers, stakingTiers } from '@touchline/api/http/staking';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildMyStakes, LOCK_END } from '../testing/build.ts';
import { BASE_RESPONSES, fakeStakes, openDialog, RECORDED, stake } from '../testing/open-dialog.tsx';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

const CLOSED_MESSAGE = 'Staking opens with the next season.';
const OPEN: StakingTiers = { tiers: [], lock_end_date: LOCK_END, closed: false };
const OVER = '2026-05-24T17:30:00.000Z';

afterEach(cleanup);

describe('closed staking', () => {
  it.each([
    ['the server reports it as closed', { ...OPEN, closed: true }],
    ['the lock end has passed since the response', { ...OPEN, lock_end_date: OVER }],
  ])('the page shows a message and no button to stake when %s', async (_name, tiers) => {
    const responses = [
      ...BASE_RESPONSES,
      fakeResponse(myStakes, buildMyStakes([1500])),
      fakeResponse(stakingTiers, tiers),
    ];
    openStaking(createStakingHost({ user: fakeUser(), responses }));
    expect(await screen.findByText(CLOSED_MESSAGE)).toBeTruthy();
    // The stakes are shown, but no button opens the dialog.
    expect(await screen.findByRole('img', { name: 'Your tier: Bronze, 1.05x.' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Stake|Add More Tokens|Go for .*)$/ })).toBeNull();
  });

  it('S12 the page shows that staking is paused', async () => {
    const tiers = fakeResponse(stakingTiers, { ...OPEN, closed: true, paused: true });
    openStaking(
      createStakingHost({ user: fakeUser(), responses: [...BASE_RESPONSES, fakeStakes(1500), tiers] }),
    );
    expect(await screen.findByText('Staking is paused. Please try again later.')).toBeTruthy();
    expect(screen.queryByText(CLOSED_MESSAGE)).toBeNull();
  });

  it('the page shows the button and no message during the season', async () => {
    openStaking(createStakingHost({ user: fakeUser(), responses: [...BASE_RESPONSES, fakeStakes(1500)] }));
    expect(await screen.findByRole('button', { name: 'Go for Silver' })).toBeTruthy();
    expect(screen.queryByText(CLOSED_MESSAGE)).toBeNull();
  });

  it('a dialog that was open when the season ended rejects the stake before the wallet is used', async () => {
    let tiers = OPEN;
    const host = await openDialog([fakeStakes(), RECORDED, fakeResponse(stakingTiers, () => tiers)]);
    tiers = { ...OPEN, closed: true };
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toBe(CLOSED_MESSAGE);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(CLOSED_MESSAGE));
    expect(host.transfers.requested).toEqual([]);
    tiers = OPEN;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('the wallet is not used while the season is unknown', async () => {
    const host = await openDialog([
      fakeStakes(),
      fakeResponse(stakingTiers, { ...OPEN, lock_end_date: null }),
    ]);
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Staking isn't available/);
    expect(host.transfers.requested).toEqual([]);
  });

  it('the wallet is not used when the server does not respond', async () => {
    let down = false;
    const tiers = fakeResponse(stakingTiers, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is unavailable.');
      return OPEN;
    });
    const host = await openDialog([fakeStakes(), tiers]);
    down = true;
    stake('2500');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Staking isn't available/);
    expect(host.transfers.requested).toEqual([]);
  });
});
