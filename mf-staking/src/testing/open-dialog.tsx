import { fireEvent, screen, within } from '@testing-library/react';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildMine, buildStake, LOCK_END } from './build.ts';
import { openStaking } from './open-page.tsx';

export const BASE = [
  fakeResponse(stakingStats, { total_staked: '0', active_stakers: 0, average_stake: '0' }),
  fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false }),
];
export const mine = (...stakes: number[]) => fakeResponse(myStakes, buildMine(stakes));
export const RECORDED = fakeResponse(createStake, { stake: buildStake(1, '2500') });

/** Opens the stake dialog on the staking page. */
export async function openDialog(
  answers: FakeResponse[],
  user: ReturnType<typeof fakeUser> | null = fakeUser(),
) {
  // As in a browser, the clock has fractions of milliseconds.
  const now = () => Date.now() + 0.25;
  const host = createFakeHost({ user, responses: [...BASE, ...answers], now });
  openStaking(host);
  fireEvent.click(await screen.findByRole('button', { name: /^(Stake|Add More Tokens)$/ }));
  await screen.findByRole('dialog');
  return host;
}

export const dialog = () => within(screen.getByRole('dialog'));
export const amountField = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
export const type = (text: string) => fireEvent.change(amountField(), { target: { value: text } });
/** The main button; its text names the phase. */
export const stakeButton = () => dialog().getAllByRole<HTMLButtonElement>('button').at(-1)!;

export function stake(amount: string): void {
  type(amount);
  fireEvent.click(stakeButton());
}

const storageKey = () => `touchline-stake-under-way:${fakeUser().wallet_address}`;
/** The pending stake in the browser's storage. */
export const pendingStake = () => window.localStorage.getItem(storageKey());
export const storePendingStake = (stake: { amount: string; hash: string; since: number }) =>
  window.localStorage.setItem(storageKey(), JSON.stringify(stake));
