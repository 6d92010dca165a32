import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { answer, type FakeAnswer } from '@touchline/host/testing/fake-answers';
import { createFakeHost, FAKE_CONFIG, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMine, buildStake, LOCK_END } from '../testing/build.ts';
import { openStaking } from '../testing/open-page.tsx';

const base = [
  answer(stakingStats, { total_staked: '0', active_stakers: 0, average_stake: '0' }),
  answer(stakingTiers, { tiers: [], lock_end_date: LOCK_END }),
];
const mine = (...stakes: number[]) => answer(myStakes, buildMine(stakes));
const recorded = answer(createStake, { stake: buildStake(1, '2500') });

async function open(answers: FakeAnswer[], user: ReturnType<typeof fakeUser> | null = fakeUser()) {
  const host = createFakeHost({ user, answers: [...base, ...answers] });
  openStaking(host);
  fireEvent.click(await screen.findByRole('button', { name: /^(Stake|Add More Tokens)$/ }));
  await screen.findByRole('dialog');
  return host;
}

const dialog = () => within(screen.getByRole('dialog'));
const field = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
/** The one large button; its text is the phase. */
const button = () => dialog().getAllByRole<HTMLButtonElement>('button').at(-1)!;
const kept = () => window.localStorage.getItem(`touchline-stake-under-way:${fakeUser().wallet_address}`);

async function stake(amount: string) {
  type(amount);
  fireEvent.click(button());
}

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the amount', () => {
  it('STAKE-01 STAKE-06 STAKE-08 a guest is asked to connect first', async () => {
    await open([], null);
    expect(dialog().getByText('Please connect your wallet first')).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(dialog().queryByRole('textbox')).toBeNull();
  });

  it('STAKE-06 2500 previews Silver, 1.055', async () => {
    await open([mine()]);
    type('2500');
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Silver1.055x');
  });

  it('STAKE-06 previews the tier of everything together', async () => {
    await open([mine(1000)]);
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Bronze'));
    type('4000');
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Gold1.065x');
  });

  it('STAKE-06 claims no tier of now while the stakes are not known, and only the least of then', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => {
      respond = done;
    });
    const slow = answer(myStakes, async () => {
      await held;
      return buildMine([5000]);
    });
    await open([slow]);
    type('2500');
    expect(dialog().getByText('Now').parentElement?.textContent).toBe('NowNot known yet');
    expect(dialog().getByText('With this stake, at least').parentElement?.textContent).toContain('Silver');
    expect(dialog().queryByRole('group', { name: 'Enough for' })).toBeNull();
    respond();
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Gold'));
    expect(dialog().getByText('With this stake').parentElement?.textContent).toContain('Gold');
    expect(field().value).toBe('2500');
  });

  it('STAKE-08 nobody is told to connect before the session is known', async () => {
    const host = createFakeHost({ user: null, answers: base });
    host.session.set({ status: 'loading', user: null });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText('Please connect your wallet first')).toBeNull();
    act(() => host.session.set({ status: 'guest', user: null }));
    expect(await dialog().findByText('Please connect your wallet first')).toBeTruthy();
  });

  it('STAKE-07 takes only digits and a dot', async () => {
    await open([mine()]);
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
      expect(field().value).toBe(left);
    }
  });

  it('STAKE-07 is disabled at empty and 999, enabled at 1000', async () => {
    await open([mine()]);
    expect(button().textContent).toBe('Stake');
    expect(button().disabled).toBe(true);
    type('999');
    expect(button().disabled).toBe(true);
    type('1000');
    expect(button().disabled).toBe(false);
  });

  it('STAKE-08 STAKE-09 says what is wrong with it', async () => {
    await open([mine()]);
    const reason = () =>
      document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(reason()).toBe('Please enter a valid amount');
    type('.');
    expect(reason()).toBe('Please enter a valid amount');
    type('999');
    expect(reason()).toBe('Minimum staking amount is 1,000 tokens');
    type('10000001');
    expect(reason()).toBe('Maximum staking amount is 10,000,000 tokens');
    expect(button().disabled).toBe(true);
    type('10000000');
    expect(button().disabled).toBe(false);
  });

  it('begins with what the next tier needs when one goes for it', async () => {
    const host = createFakeHost({ user: fakeUser(), answers: [...base, mine(2000)] });
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(field().value).toBe('3000'));
  });

  it('begins with it also when something else had been typed before', async () => {
    await open([mine(2000)]);
    await waitFor(() => expect(dialog().getByText('Now').parentElement?.textContent).toContain('Silver'));
    type('1500');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Go for Gold' }));
    await waitFor(() => expect(field().value).toBe('3000'));
  });
});

describe('staking', () => {
  it('STAKE-10 API-30 transfers to the staking wallet and records amount and hash', async () => {
    const bodies: unknown[] = [];
    const record = answer(createStake, ({ body }) => {
      bodies.push(body);
      return { stake: buildStake(1, '2500.5') };
    });
    const host = await open([mine(), record]);
    await stake('2500.50');
    await screen.findByText('Successfully staked 2500.5 tokens!');
    expect(host.transfers.asked).toEqual([
      { to: FAKE_CONFIG.staking_wallet, amount: '2500.5', purpose: 'staking' },
    ]);
    expect(bodies).toEqual([{ amount: '2500.5', transaction_hash: fakeHash(1) }]);
    expect(kept()).toBeNull();
  });

  it('STAKE-11 says how many participations have the new multiplier, if the response does', async () => {
    const coefficientUpdate = { updatedParticipations: 3, newCoefficient: 1.055 };
    await open([mine(), answer(createStake, { stake: buildStake(1, '2500'), coefficientUpdate })]);
    await stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.getByText('Updated 3 active game participations with new 1.055x multiplier!')).toBeTruthy();
    cleanup();
    await open([mine(), recorded]);
    await stake('2500');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(screen.queryByText(/Updated/)).toBeNull();
  });

  it('STAKE-12 closes 4 s after the success and forgets the amount', async () => {
    await open([mine(), recorded]);
    type('2500');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(button());
    await screen.findByText('Successfully staked 2500 tokens!');
    act(() => void vi.advanceTimersByTime(3_900));
    expect(screen.getByText('Successfully staked 2500 tokens!')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(200));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.useRealTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Stake' }));
    await screen.findByRole('dialog');
    expect(field().value).toBe('');
  });

  it('STAKE-13 STAKE-07 the button says the phase and is disabled in it', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => {
      respond = done;
    });
    const record = answer(createStake, async () => {
      await held;
      return { stake: buildStake(1, '2500') };
    });
    const host = await open([mine(), record]);
    const confirm = host.transfers.hold('confirm-in-wallet');
    await stake('2500');
    await waitFor(() => expect(button().textContent).toBe('Confirming...'));
    expect(button().disabled).toBe(true);
    expect(field().disabled).toBe(true);
    const mined = host.transfers.hold('sent');
    confirm();
    await waitFor(() => expect(button().textContent).toBe('Processing...'));
    expect(button().disabled).toBe(true);
    expect(JSON.parse(kept() ?? '{}')).toMatchObject({ amount: '2500', hash: fakeHash(1) });
    mined();
    await waitFor(() => expect(button().textContent).toBe('Creating Record...'));
    expect(button().disabled).toBe(true);
    respond();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });

  it('STAKE-13 says "Try Again" after the user said no in his wallet', async () => {
    const host = await open([mine(), recorded]);
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    await stake('2500');
    await waitFor(() => expect(button().textContent).toBe('Try Again'));
    expect(dialog().getByText('Transaction was cancelled.')).toBeTruthy();
    fireEvent.click(button());
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.asked).toHaveLength(2);
  });

  it('asks again while the server has not seen the transfer deep enough', async () => {
    let asked = 0;
    const record = answer(createStake, () => {
      asked += 1;
      return asked < 2 ? { status: 'PENDING' as const } : { stake: buildStake(1, '2500') };
    });
    await open([mine(), record]);
    await stake('2500');
    await waitFor(() => expect(asked).toBe(1));
    expect(button().textContent).toBe('Creating Record...');
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(asked).toBe(2);
  });

  it('goes on when the dialog is closed meanwhile', async () => {
    const host = await open([mine(), recorded]);
    const mined = host.transfers.hold('sent');
    await stake('2500');
    await waitFor(() => expect(button().textContent).toBe('Processing...'));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Staking 2500 FOOTBALL')).toBeTruthy();
    mined();
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
  });
});

describe('what fails', () => {
  it('STAKE-14 "Failed to initiate staking" before anything was sent, with the way back', async () => {
    const host = await open([mine(), recorded]);
    host.transfers.fail(new TransferError('INSUFFICIENT_FUNDS', 'You need 500 more FOOTBALL.'));
    await stake('2500');
    expect(await screen.findByText('Failed to initiate staking')).toBeTruthy();
    const panel = within(screen.getByRole('alert'));
    expect(panel.getByText('You need 500 more FOOTBALL.')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(field().value).toBe('2500'));
    expect(kept()).toBeNull();
  });

  it('STAKE-14 "Failed to process staking" once it was sent; trying again pays nothing', async () => {
    const host = await open([mine(), recorded]);
    host.transfers.fail(new TransferError('NETWORK_ERROR', 'Network error occurred.', { hash: fakeHash(1) }));
    await stake('2500');
    expect(await screen.findByText('Failed to process staking')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop looking for it' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.asked).toHaveLength(1);
    expect(host.transfers.waited).toEqual([fakeHash(1)]);
  });

  it('STAKE-14 "Failed to create staking record" keeps what was paid and records it at the next try', async () => {
    let down = true;
    const record = answer(createStake, () => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline does not answer.');
      return { stake: buildStake(1, '2500') };
    });
    const host = await open([mine(), record]);
    await stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/Your tokens are safe/)).toBeTruthy();
    expect(kept()).not.toBeNull();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Successfully staked 2500 tokens!')).toBeTruthy();
    expect(host.transfers.asked).toHaveLength(1);
  });

  it('forgets what the server will never take', async () => {
    const record = answer(createStake, () => {
      throw new TouchlineError(
        'STAKE_REFUSED',
        'Maximum staking amount is 10,000,000 tokens. It is owed back.',
      );
    });
    await open([mine(), record]);
    await stake('2500');
    expect(await screen.findByText('Failed to create staking record')).toBeTruthy();
    expect(screen.getByText(/owed back/)).toBeTruthy();
    expect(kept()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(field()).toBeTruthy());
  });

  it('a transfer that nobody finds can be given up after half an hour', async () => {
    const { wallet_address } = fakeUser();
    const old = { amount: '2500', hash: fakeHash(5), since: Date.now() - 31 * 60_000 };
    window.localStorage.setItem(`touchline-stake-under-way:${wallet_address}`, JSON.stringify(old));
    const host = createFakeHost({ user: fakeUser(), answers: [...base, mine()] });
    host.transfers.failWait(new TransferError('NETWORK_ERROR', 'Not found.', { hash: fakeHash(5) }));
    openStaking(host);
    fireEvent.click(await screen.findByRole('button', { name: 'See what to do' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop looking for it' }));
    await waitFor(() => expect(field()).toBeTruthy());
    expect(kept()).toBeNull();
  });
});
