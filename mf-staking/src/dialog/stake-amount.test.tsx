import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { myStakes } from '@touchline/api/http/staking';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildMine } from '../testing/build.ts';
import { amountField, BASE, dialog, mine, openDialog, stakeButton, type } from '../testing/open-dialog.tsx';
import { openStaking } from '../testing/open-page.tsx';

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('stake amount', () => {
  it('STAKE-01 STAKE-06 STAKE-08 asks guests to connect first', async () => {
    await openDialog([], null);
    expect(dialog().getByText('Please connect your wallet first')).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(dialog().queryByRole('textbox')).toBeNull();
  });

  it('STAKE-06 previews Silver, 1.055 for 2500', async () => {
    await openDialog([mine()]);
    type('2500');
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Silver1.055x');
  });

  it('knows what the wallet has: MAX, only tiers that it reaches, and what locking brings', async () => {
    const host = await openDialog([mine(1000)]);
    host.transfers.setBalance('5000.5');
    await host.queryClient.invalidateQueries({ queryKey: ['balance'] });
    await dialog().findByText('In your wallet: 5,000.5 FOOTBALL');
    expect(dialog().getByRole('group', { name: 'Enough for' }).textContent).toBe('Silver: 1KGold: 4K');
    fireEvent.click(dialog().getByRole('button', { name: 'MAX, stake as much as possible' }));
    expect(amountField().value).toBe('5000.5');
    expect(
      dialog().getByText(/^Locked until the end of the season, 23 May 2027, .*At 3% APY it earns/),
    ).toBeTruthy();
    type('6000');
    expect(dialog().getByText('Your wallet has only 5,000.5 FOOTBALL')).toBeTruthy();
    expect(stakeButton().disabled).toBe(false);
  });

  it('STAKE-06 previews the tier of the total', async () => {
    await openDialog([mine(1000)]);
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Bronze'));
    type('4000');
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Gold1.065x');
  });

  it('STAKE-06 previews a minimum tier while the current stakes are unknown', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => {
      respond = done;
    });
    const slow = fakeResponse(myStakes, async () => {
      await held;
      return buildMine([5000]);
    });
    await openDialog([slow]);
    type('2500');
    expect(dialog().getByText('Now').parentElement?.textContent).toBe('NowNot known yet');
    expect(dialog().getByText('With this stake, at least').parentElement?.textContent).toContain('Silver');
    expect(dialog().queryByRole('group', { name: 'Enough for' })).toBeNull();
    respond();
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Gold'));
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Gold');
    expect(amountField().value).toBe('2500');
  });

  it('asks nobody to connect while the session loads', async () => {
    const host = createFakeHost({ user: null, responses: BASE });
    host.session.set({ status: 'loading', user: null });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText('Please connect your wallet first')).toBeNull();
    act(() => host.session.set({ status: 'guest', user: null }));
    expect(await dialog().findByText('Please connect your wallet first')).toBeTruthy();
  });

  it('STAKE-07 accepts only digits and a dot', async () => {
    await openDialog([mine()]);
    for (const [text, left] of [
      ['12', '12'],
      ['12a', '12'],
      ['1,2', '12'],
      ['1e3', '12'],
      ['-12', '12'],
      ['12.5', '12.5'],
      ['12.5.', '12.5'],
      ['', ''],
    ] as const) {
      type(text);
      expect(amountField().value).toBe(left);
    }
  });

  it('STAKE-07 disables the button when empty and at 999, and enables it at 1000', async () => {
    await openDialog([mine()]);
    expect(stakeButton().textContent).toBe('Stake');
    expect(stakeButton().disabled).toBe(true);
    type('999');
    expect(stakeButton().disabled).toBe(true);
    type('1000');
    expect(stakeButton().disabled).toBe(false);
  });

  it('STAKE-08 STAKE-09 explains invalid amounts', async () => {
    await openDialog([mine()]);
    const reason = () =>
      document.getElementById(stakeButton().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(reason()).toBe('Please enter a valid amount');
    type('.');
    expect(reason()).toBe('Please enter a valid amount');
    type('999');
    expect(reason()).toBe('Minimum staking amount is 1,000 tokens');
    type('10000001');
    expect(reason()).toBe('Maximum staking amount is 10,000,000 tokens');
    expect(stakeButton().disabled).toBe(true);
    type('10000000');
    expect(stakeButton().disabled).toBe(false);
  });

  it('starts with the amount to the next tier', async () => {
    const host = createFakeHost({ user: fakeUser(), responses: [...BASE, mine(2000)] });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(amountField().value).toBe('3000'));
  });

  it('replaces a typed amount by the amount to the next tier', async () => {
    await openDialog([mine(2000)]);
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Silver'));
    type('1500');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(amountField().value).toBe('3000'));
  });
});
