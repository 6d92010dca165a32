import { fireEvent, screen, within } from '@testing-library/react';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { type FakeHostOptions, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildMyStakes, buildStake, LOCK_END } from './build.ts';
import { createStakingHost, openStaking } from './open-page.tsx';

export const BASE_RESPONSES = [
  fakeResponse(stakingStats, { total_staked: '0', active_stakers: 0, average_stake: '0' }),
  fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false }),
];
export const fakeStakes = (...stakes: number[]) => fakeResponse(myStakes, buildMyStakes(stakes));
export const RECORDED = fakeResponse(createStake, { stake: buildStake(1, '2500') });

/** Opens the stake dialog on the staking page. */
export async function openDialog(responses: FakeResponse[], options: FakeHostOptions = {}) {
  const host = createStakingHost({
    user: fakeUser(),
    responses: [...BASE_RESPONSES, ...responses],
    ...options,
  });
  openStaking(host);
  fireEvent.click(await screen.findByRole('button', { name: /^(Stake|Add More Tokens)$/ }));
  await screen.findByRole('dialog');
  return host;
}

export const getDialog = () => within(screen.getByRole('dialog'));
export const getAmountField = () => getDialog().getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
export const typeAmount = (text: string) => fireEvent.change(getAmountField(), { target: { value: text } });
/** Main button; its text is the current phase. */
export const getStakeButton = () => getDialog().getAllByRole<HTMLButtonElement>('button').at(-1)!;

export function stake(amount: string): void {
  typeAmount(amount);
  fireEvent.click(getStakeButton());
}

const buildStorageKey = () => `touchline-stake-under-way:${fakeUser().wallet_address}`;
/** Reads the pending stake from local storage. */
export const readPendingStake = () => window.localStorage.getItem(buildStorageKey());
export const storePendingStake = (stake: { amount: string; hash: string; since: number }) =>
  window.localStorage.setItem(buildStorageKey(), JSON.stringify(stake));
