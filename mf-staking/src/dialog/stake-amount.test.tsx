import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createStake, myStakes } from '@touchline/api/http/staking';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { afterEach, describe, expect, it } from 'vitest';
import { buildMyStakes, NOW } from '../testing/build.ts';
import {
  BASE_RESPONSES,
  fakeStakes,
  getAmountField,
  getDialog,
  getStakeButton,
  openDialog,
  storePendingStake,
  typeAmount,
} from '../testing/open-dialog.tsx';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

describe('stake amount', () => {
  it('STAKE-01 STAKE-06 STAKE-08 the dialog prompts guests to connect first', async () => {
    await openDialog([], { user: null });
    expect(getDialog().getByText('Please connect your wallet first')).toBeTruthy();
    expect(getDialog().getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(getDialog().queryByRole('textbox')).toBeNull();
  });

  it('STAKE-06 STAKE-08 the dialog prompts a user whose wallet is disconnected to connect, and keeps the amount', async () => {
    const host = await openDialog([fakeStakes()]);
    typeAmount('2500');
    const wallet = host.wallet.get();
    act(() => host.wallet.set({ ...wallet, status: 'disconnected' }));
    expect(getDialog().getByText('Please connect your wallet first')).toBeTruthy();
    expect(getDialog().getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(getDialog().queryByRole('button', { name: 'Stake' })).toBeNull();
    act(() => host.wallet.set(wallet));
    expect(getAmountField().value).toBe('2500');
    expect(getStakeButton().disabled).toBe(false);
  });

  it('STAKE-06 the preview for 2500 is Silver, 1.055', async () => {
    await openDialog([fakeStakes()]);
    typeAmount('2500');
    expect(getDialog().getByText('With this stake').parentElement?.textContent).toContain('Silver1.055x');
  });

  it('the form uses the balance for MAX and suggestions, and shows the interest', async () => {
    const host = await openDialog([fakeStakes(1000)]);
    host.transfers.setBalance('5000.5');
    await host.queryClient.invalidateQueries({ queryKey: ['balance'] });
    await getDialog().findByText('In your wallet: 5,000.5 FOOTBALL');
    expect(getDialog().getByRole('group', { name: 'Suggested amounts' }).textContent).toBe(
      'Silver: 1KGold: 4K',
    );
    fireEvent.click(getDialog().getByRole('button', { name: 'MAX, stake as much as possible' }));
    expect(getAmountField().value).toBe('5000.5');
    expect(
      getDialog().getByText(
        /^Locked until the end of the season, 23 May 2027, .*At 3% APY it earns .* An administrator sends tokens and interest back after that, normally within 7 days\.$/,
      ),
    ).toBeTruthy();
    typeAmount('6000');
    expect(getDialog().getByText('Your wallet has only 5,000.5 FOOTBALL')).toBeTruthy();
    expect(getStakeButton().disabled).toBe(false);
  });

  it('STAKE-06 the preview is the tier of the total', async () => {
    await openDialog([fakeStakes(1000)]);
    await waitFor(() => expect(getDialog().getByText('Now').parentElement?.textContent).toContain('Bronze'));
    typeAmount('4000');
    expect(getDialog().getByText('With this stake').parentElement?.textContent).toContain('Gold1.065x');
  });

  it('STAKE-06 the preview is a minimum tier while the current stakes are unknown', async () => {
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(myStakes, async () => {
      await held;
      return buildMyStakes([5000]);
    });
    await openDialog([slow]);
    typeAmount('2500');
    expect(getDialog().getByText('Now').parentElement?.textContent).toBe('NowNot known yet');
    expect(getDialog().getByText('With this stake, at least').parentElement?.textContent).toContain('Silver');
    expect(getDialog().queryByRole('group', { name: 'Suggested amounts' })).toBeNull();
    respond();
    await waitFor(() => expect(getDialog().getByText('Now').parentElement?.textContent).toContain('Gold'));
    expect(getDialog().getByText('With this stake').parentElement?.textContent).toContain('Gold');
    expect(getAmountField().value).toBe('2500');
  });

  it('the dialog shows no connect prompt while the session loads', async () => {
    const host = createStakingHost({ user: null, responses: BASE_RESPONSES });
    host.session.set({ status: 'loading', user: null });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText('Please connect your wallet first')).toBeNull();
    act(() => host.session.set({ status: 'guest', user: null }));
    expect(await getDialog().findByText('Please connect your wallet first')).toBeTruthy();
  });

  it('STAKE-07 the amount accepts only digits and a dot', async () => {
    await openDialog([fakeStakes()]);
    for (const [text, left] of [
      ['12', '12'],
      ['12a', '12'],
      ['12,3,', '12'],
      ['1e3', '12'],
      ['-12', '12'],
      ['12.5', '12.5'],
      ['12.5.', '12.5'],
      ['', ''],
    ] as const) {
      typeAmount(text);
      expect(getAmountField().value).toBe(left);
    }
  });

  it('STAKE-07 separators of thousands are removed, and a comma for decimals becomes a dot', async () => {
    await openDialog([fakeStakes()]);
    for (const [text, amount] of [
      ['1,000', '1000'],
      [' 1,250,000.5 ', '1250000.5'],
      ['1,', '1.'],
      ['1.,', '1.'],
      ['1,5', '1.5'],
      ['1000,25', '1000.25'],
    ] as const) {
      typeAmount(text);
      expect(getAmountField().value).toBe(amount);
    }
  });

  it('ignored input is explained until the amount changes', async () => {
    await openDialog([fakeStakes(2000)]);
    typeAmount('12');
    expect(getDialog().queryByRole('alert')).toBeNull();
    typeAmount('12 tokens');
    expect(getAmountField().value).toBe('12');
    expect(getDialog().getByRole('alert').textContent).toBe('Use digits and one dot only, such as 1000.5');
    typeAmount('120');
    expect(getDialog().queryByRole('alert')).toBeNull();
    typeAmount('120a');
    expect(getDialog().getByRole('alert')).toBeTruthy();
    const suggestions = await waitFor(() => getDialog().getByRole('group', { name: 'Suggested amounts' }));
    fireEvent.click(suggestions.querySelector('button')!);
    expect(getAmountField().value).toBe('3000');
    expect(getDialog().queryByRole('alert')).toBeNull();
  });

  it('STAKE-07 the button is disabled when empty and at 999, and enabled at 1000', async () => {
    await openDialog([fakeStakes()]);
    expect(getStakeButton().textContent).toBe('Stake');
    expect(getStakeButton().disabled).toBe(true);
    typeAmount('999');
    expect(getStakeButton().disabled).toBe(true);
    typeAmount('1000');
    expect(getStakeButton().disabled).toBe(false);
  });

  it('STAKE-08 STAKE-09 invalid amounts are explained', async () => {
    await openDialog([fakeStakes()]);
    const readMessage = () =>
      document.getElementById(getStakeButton().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(readMessage()).toBe('Please enter a valid amount');
    typeAmount('.');
    expect(readMessage()).toBe('Please enter a valid amount');
    typeAmount('999');
    expect(readMessage()).toBe('Minimum staking amount is 1,000 tokens');
    typeAmount('10000001');
    expect(readMessage()).toBe('Maximum staking amount is 10,000,000 tokens');
    expect(getStakeButton().disabled).toBe(true);
    typeAmount('10000000');
    expect(getStakeButton().disabled).toBe(false);
  });

  it('the form shows the amount of a resumed stake, without a preview', async () => {
    storePendingStake({ amount: '2500', hash: fakeHash(5), since: NOW });
    const pending = fakeResponse(createStake, { status: 'PENDING' as const });
    openStaking(
      createStakingHost({ user: fakeUser(), responses: [...BASE_RESPONSES, fakeStakes(2500), pending] }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    await screen.findByRole('dialog');
    expect(getAmountField().value).toBe('2500');
    expect(getAmountField().disabled).toBe(true);
    expect(getDialog().queryByText('With this stake')).toBeNull();
  });

  it('"Go for" opens the dialog with the amount to the next tier', async () => {
    const host = createStakingHost({ user: fakeUser(), responses: [...BASE_RESPONSES, fakeStakes(2000)] });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(getAmountField().value).toBe('3000'));
  });

  it('"Go for" replaces the entered amount with the amount to the next tier', async () => {
    await openDialog([fakeStakes(2000)]);
    await waitFor(() => expect(getDialog().getByText('Now').parentElement?.textContent).toContain('Silver'));
    typeAmount('1500');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(getAmountField().value).toBe('3000'));
  });
});
