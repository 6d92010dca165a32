import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { TIERS } from '@touchline/rules/tiers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildMine, LOCK_END, uuid } from '../testing/build.ts';
import { storePendingStake } from '../testing/open-dialog.tsx';
import { openStaking } from '../testing/open-page.tsx';

const stats = fakeResponse(stakingStats, {
  total_staked: '1250000',
  active_stakers: 48,
  average_stake: '26041.66',
});
const tiers = fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false });

function open(mine: FakeResponse[], user: ReturnType<typeof fakeUser> | null = fakeUser()) {
  const host = createFakeHost({ user, responses: [stats, tiers, ...mine] });
  openStaking(host);
  return host;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const loaded = () => screen.findByText('FOOTBALL, all players');

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe('StakingPage', () => {
  it('STAKE-02 shows title, current staking and, for guests, the wallet control', async () => {
    const host = open([], null);
    expect(screen.getByRole('heading', { level: 1, name: 'Staking & Coefficient' })).toBeTruthy();
    const current = section('Current Staking');
    expect(current.getByText('1x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByText('No Tier')).toBeTruthy();
    expect(current.getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(host.visits).toEqual([]);
    await loaded();
  });

  it('STAKE-02 DATA-14 shows stake, coefficient and tier', async () => {
    open([fakeResponse(myStakes, buildMine([1500, 1000]))]);
    const current = section('Current Staking');
    expect(await current.findByText('1.055x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByText('Silver', { selector: 'dd *' })).toBeTruthy();
    expect(current.getByTitle('2,500 FOOTBALL').textContent).toContain('2.5K');
  });

  it('shows neither tier nor empty list before the stakes are known', async () => {
    open([fakeResponse(myStakes, buildMine([1500]))]);
    expect(section('Current Staking').queryByText('No Tier')).toBeNull();
    expect(screen.queryByText(/^Nothing staked yet/)).toBeNull();
    expect(screen.queryByText('Current')).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(await section('Current Staking').findByText('Bronze', { selector: 'dd *' })).toBeTruthy();
    expect(screen.getByText('Current')).toBeTruthy();
  });

  it('STAKE-03 shows "Stake" before the first stake and "Add More Tokens" after it', async () => {
    open([fakeResponse(myStakes, buildMine([]))]);
    expect(await screen.findByRole('button', { name: 'Stake' })).toBeTruthy();
    cleanup();
    open([fakeResponse(myStakes, buildMine([1000]))]);
    expect(await screen.findByRole('button', { name: 'Add More Tokens' })).toBeTruthy();
  });

  it('STAKE-04 lists active stakes and all tiers, and marks the current tier', async () => {
    open([fakeResponse(myStakes, buildMine([1500, 3500]))]);
    const stakes = section('Active Stakes');
    expect(await stakes.findAllByRole('listitem')).toHaveLength(2);
    expect(stakes.getByTitle('1,500 FOOTBALL').textContent).toContain('1.5K');
    const rows = section('Coefficient Tiers').getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toHaveLength(TIERS.length);
    for (const [index, tier] of TIERS.entries()) {
      expect(rows[index]?.textContent).toContain(tier.label);
      expect(rows[index]?.textContent).toContain(`${tier.coefficient_thousandths / 1000}x`);
    }
    const marked = rows.filter((row) => row.getAttribute('aria-current'));
    expect(marked).toHaveLength(1);
    expect(marked[0]?.textContent).toContain('Gold');
    expect(screen.getAllByText('Current')).toHaveLength(1);
  });

  it('STAKE-04 marks no tier for guests', async () => {
    open([], null);
    await loaded();
    expect(screen.queryByText('Current')).toBeNull();
  });

  it('STAKE-05 states the range and that tokens are locked until season end with automatic unlock', async () => {
    open([], null);
    const benefits = section('Staking Benefits')
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(benefits.some((text) => text?.includes('1.05x to 1.25x'))).toBe(true);
    expect(benefits).toContain('Tokens are locked until season end with automatic unlock');
    await loaded();
  });

  it('STAKE-15 shows "End of Season" with the date, which the specification does not have', async () => {
    open([fakeResponse(myStakes, buildMine([1000]))]);
    const lock = section('Current Staking').getByText('End of Season');
    await waitFor(() =>
      expect(lock.parentElement?.textContent).toMatch(/^Lock period: End of Season 23 May 2027, \d\d:\d\d$/),
    );
    expect(section('Active Stakes').getByText(/End of Season 23 May 2027/)).toBeTruthy();
  });

  it('STAKE-17 shows amounts with K and M', async () => {
    open([fakeResponse(myStakes, buildMine([1000]))]);
    const all = section('Staking of all players');
    expect(await all.findByText('1.25M')).toBeTruthy();
    expect(all.getByText('26.04K')).toBeTruthy();
    expect(await section('Active Stakes').findByTitle('1,000 FOOTBALL')).toBeTruthy();
    expect(section('Active Stakes').getByTitle('1,000 FOOTBALL').textContent).toContain('1K');
  });

  it('CONST-03 shows amounts in FOOTBALL', async () => {
    open([fakeResponse(myStakes, buildMine([1000]))]);
    await section('Active Stakes').findByTitle('1,000 FOOTBALL');
    expect(section('Current Staking').getByTitle('1,000 FOOTBALL').textContent).toBe('1K FOOTBALL');
  });

  it('API-31 shows 0, 1 and "No Tier" when the call fails, with a retry', async () => {
    open([]);
    const current = section('Current Staking');
    expect(await current.findByText('Your stakes could not be loaded. They are safe.')).toBeTruthy();
    expect(current.getByText('1x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByTitle('0 FOOTBALL')).toBeTruthy();
    expect(current.getByText('No Tier')).toBeTruthy();
    expect(current.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('marks no tier when the stakes could not be loaded', async () => {
    open([]);
    await section('Current Staking').findByText('Your stakes could not be loaded. They are safe.');
    expect(screen.queryByText('Current')).toBeNull();
    expect(screen.queryByRole('img', { name: /^Your tier:/ })).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(section('Current Staking').queryByRole('button', { name: 'Browser wallet' })).toBeNull();
  });

  it('keeps the stakes when a refresh fails, and shows their age', async () => {
    let broken = false;
    const host = open([
      fakeResponse(myStakes, () => {
        if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
        return buildMine([1000]);
      }),
    ]);
    await section('Active Stakes').findByTitle('1,000 FOOTBALL');
    broken = true;
    act(() => host.emit({ topic: 'stakes' }));
    expect(
      await screen.findByText('Your stakes could not be refreshed. What you see is 1 minute old.'),
    ).toBeTruthy();
    expect(section('Active Stakes').getByTitle('1,000 FOOTBALL')).toBeTruthy();
  });

  it('API-32 shows three zeros when the call fails, marked as such', async () => {
    const host = createFakeHost({ user: null });
    openStaking(host);
    const all = section('Staking of all players');
    expect(await all.findAllByText('0')).toHaveLength(3);
    expect(all.getAllByText('Could not be loaded')).toHaveLength(3);
  });

  it('shows the current tier and what the next one needs', async () => {
    open([fakeResponse(myStakes, buildMine([1500]))]);
    expect(await screen.findByRole('img', { name: 'Your tier: Bronze, 1.05x.' })).toBeTruthy();
    expect(screen.getByText('500 FOOTBALL')).toBeTruthy();
    expect(section('Current Staking').getByText('500 FOOTBALL').parentElement?.textContent).toBe(
      '500 FOOTBALL more takes you to Silver, 1.055x.',
    );
    expect(
      screen
        .getByRole('progressbar', { name: 'Progress from Bronze to Silver' })
        .getAttribute('aria-valuenow'),
    ).toBe('50');
  });

  it('shows that the top tier is reached', async () => {
    open([fakeResponse(myStakes, buildMine([500_000]))]);
    expect(await screen.findByText('You have the top tier: 1.25x.')).toBeTruthy();
  });

  it('lists owed amounts with interest and reason, and what was sent with its transaction', async () => {
    const owed = [
      {
        stake_id: uuid(9),
        transaction_hash: `0x${'1'.repeat(64)}`,
        reason: 'UNLOCKED' as const,
        ...{ principal: '10000', interest: '60', unlocked_at: LOCK_END },
      },
      {
        stake_id: null,
        transaction_hash: `0x${'2'.repeat(64)}`,
        reason: 'BELOW_MINIMUM' as const,
        principal: '999',
        interest: '0',
        unlocked_at: LOCK_END,
      },
    ];
    const sent = { transaction_hash: `0x${'3'.repeat(64)}`, sent_at: LOCK_END };
    const paid = [
      { ...sent, kind: 'INTEREST' as const, amount: '60.25', state: 'SENT' as const },
      { ...sent, kind: 'STAKE_RETURN' as const, amount: '10000', state: 'CONFIRMED' as const },
    ];
    open([fakeResponse(myStakes, buildMine([], { owed, paid }))]);
    const rows = await waitFor(() => section('Owed to You').getAllByRole('listitem'));
    expect(rows[0]?.textContent).toContain('10K FOOTBALL + 60 interest');
    expect(rows[1]?.textContent).toContain('less than 1,000');
    const sentRows = section('Paid to You').getAllByRole('listitem');
    expect(sentRows.map((row) => row.textContent)).toEqual([
      '60.25 FOOTBALLInterest, on its way0x3333...3333',
      '10,000 FOOTBALLYour stake, 23 May 20270x3333...3333',
    ]);
    const link = within(sentRows[0]!).getByRole<HTMLAnchorElement>('link');
    expect(link.href).toBe(`https://worldscan.org/tx/${sent.transaction_hash}`);
  });

  it('reloads as soon as any stake changes', async () => {
    let stakes = [1000];
    const host = open([fakeResponse(myStakes, () => buildMine(stakes))]);
    await section('Active Stakes').findByTitle('1,000 FOOTBALL');
    stakes = [1000, 4000];
    act(() => host.emit({ topic: 'stakes' }));
    expect(await section('Active Stakes').findByTitle('4,000 FOOTBALL')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Your tier: Gold, 1.065x.' })).toBeTruthy();
  });

  it('resumes a stake after a reload without paying again', async () => {
    const pending = { amount: '2000', hash: `0x${'7'.repeat(64)}`, since: Date.now() };
    storePendingStake(pending);
    const bodies: unknown[] = [];
    const record = fakeResponse(createStake, ({ body }) => {
      bodies.push(body);
      return { stake: { ...buildMine([2000]).active_stakes[0]! } };
    });
    const host = open([fakeResponse(myStakes, buildMine([])), record]);
    expect(await screen.findByText('Successfully staked 2000 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toEqual([]);
    expect(host.transfers.waited).toEqual([pending.hash]);
    expect(bodies).toEqual([{ amount: '2000', transaction_hash: pending.hash }]);
    expect(window.localStorage.length).toBe(0);
  });
});
