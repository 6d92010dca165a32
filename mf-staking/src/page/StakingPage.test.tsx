import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse, fakeRetry } from '@touchline/host/testing/fake-responses';
import { TIERS } from '@touchline/rules/tiers';
import { afterEach, describe, expect, it } from 'vitest';
import { buildMyStakes, LOCK_END, NOW } from '../testing/build.ts';
import { storePendingStake } from '../testing/open-dialog.tsx';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

const stats = fakeResponse(stakingStats, {
  total_staked: '1250000',
  active_stakers: 48,
  average_stake: '26041.66',
});
const tiers = fakeResponse(stakingTiers, { tiers: [], lock_end_date: LOCK_END, closed: false });

function open(responses: FakeResponse[], user: ReturnType<typeof fakeUser> | null = fakeUser()) {
  const host = createStakingHost({ user, responses: [stats, tiers, ...responses] });
  openStaking(host);
  return host;
}

const getSection = (name: string) => within(screen.getByRole('region', { name }));
const waitForStats = () => screen.findByText('FOOTBALL, all players');

afterEach(cleanup);

describe('StakingPage', () => {
  it('STAKE-02 the page shows title, current staking and, for guests, the wallet control', async () => {
    const host = open([], null);
    expect(screen.getByRole('heading', { level: 1, name: 'Staking & Coefficient' })).toBeTruthy();
    const current = getSection('Current Staking');
    expect(current.getByText('1x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByText('No Tier')).toBeTruthy();
    expect(current.getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
    expect(host.visits).toEqual([]);
    await waitForStats();
  });

  it('STAKE-02 DATA-14 the page shows stake, coefficient and tier', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1500, 1000]))]);
    const current = getSection('Current Staking');
    expect(await current.findByText('1.055x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByText('Silver', { selector: 'dd *' })).toBeTruthy();
    expect(current.getByTitle('2,500 FOOTBALL').textContent).toContain('2.5K');
  });

  it('tier and empty list are hidden until the stakes are loaded', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1500]))]);
    expect(getSection('Current Staking').queryByText('No Tier')).toBeNull();
    expect(screen.queryByText(/^Nothing staked yet/)).toBeNull();
    expect(screen.queryByText('Current')).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(await getSection('Current Staking').findByText('Bronze', { selector: 'dd *' })).toBeTruthy();
    expect(screen.getByText('Current')).toBeTruthy();
  });

  it('STAKE-03 the button reads "Stake" before the first stake and "Add More Tokens" after it', async () => {
    open([fakeResponse(myStakes, buildMyStakes([]))]);
    expect(await screen.findByRole('button', { name: 'Stake' })).toBeTruthy();
    cleanup();
    open([fakeResponse(myStakes, buildMyStakes([1000]))]);
    expect(await screen.findByRole('button', { name: 'Add More Tokens' })).toBeTruthy();
  });

  it('STAKE-04 the page lists active stakes and all tiers, and marks the current tier', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1500, 3500]))]);
    const stakes = getSection('Active Stakes');
    expect(await stakes.findAllByRole('listitem')).toHaveLength(2);
    expect(stakes.getByTitle('1,500 FOOTBALL').textContent).toContain('1.5K');
    const rows = getSection('Coefficient Tiers').getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toHaveLength(TIERS.length);
    for (const [index, tier] of TIERS.entries()) {
      expect(rows[index]?.textContent).toContain(tier.label);
      expect(rows[index]?.textContent).toContain(`${tier.coefficient_thousandths / 1000}x`);
    }
    expect(rows[1]?.textContent).toContain('1K – 1.99K');
    expect(rows.at(-1)?.textContent).toContain('500K+');
    const marked = rows.filter((row) => row.getAttribute('aria-current'));
    expect(marked).toHaveLength(1);
    expect(marked[0]?.textContent).toContain('Gold');
    expect(screen.getAllByText('Current')).toHaveLength(1);
  });

  it('STAKE-04 no tier is marked for guests', async () => {
    open([], null);
    await waitForStats();
    expect(screen.queryByText('Current')).toBeNull();
  });

  it('STAKE-05 the benefits state the range and that tokens are locked until season end with automatic unlock', async () => {
    open([], null);
    const items = getSection('Staking Benefits').getAllByRole('listitem');
    const benefits = items.map((item) => item.textContent);
    expect(benefits.join()).toContain('1.05x to 1.25x');
    expect(benefits).toContain('Tokens are locked until season end with automatic unlock');
    expect(benefits.join()).toMatch(/administrator sends .* back in a batch, normally within 7 days/);
    await waitForStats();
  });

  it('STAKE-15 the lock period reads "End of Season" with the date, which departs from the specification', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1000]))]);
    const lock = getSection('Current Staking').getByText('End of Season');
    await waitFor(() =>
      expect(lock.parentElement?.textContent).toMatch(/^Lock period: End of Season 23 May 2027, \d\d:\d\d$/),
    );
    expect(getSection('Active Stakes').getByText(/End of Season 23 May 2027/)).toBeTruthy();
  });

  it('STAKE-17 amounts have the suffixes K and M', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1000]))]);
    const all = getSection('Staking of all players');
    expect((await all.findByText('1.25M')).closest('[data-tone]')?.textContent).toMatch(/^Total staked/);
    expect(all.getByText('26.04K').closest('[data-tone]')?.textContent).toMatch(/^Average stake/);
    expect(await getSection('Active Stakes').findByTitle('1,000 FOOTBALL')).toBeTruthy();
    expect(getSection('Active Stakes').getByTitle('1,000 FOOTBALL').textContent).toContain('1K');
  });

  it('CONST-03 amounts are shown in FOOTBALL', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1000]))]);
    await getSection('Active Stakes').findByTitle('1,000 FOOTBALL');
    expect(getSection('Current Staking').getByTitle('1,000 FOOTBALL').textContent).toBe('1K FOOTBALL');
  });

  it('API-31 a failed request shows 0, 1 and "No Tier", with a retry button', async () => {
    open([]);
    const current = getSection('Current Staking');
    expect(await current.findByText("Your stakes couldn't be loaded. They are safe.")).toBeTruthy();
    expect(current.getByText('1x', { selector: 'dd' })).toBeTruthy();
    expect(current.getByTitle('0 FOOTBALL')).toBeTruthy();
    expect(current.getByText('No Tier')).toBeTruthy();
    expect(current.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('API-31 "Try Again" keeps the focus while the stakes are loaded again', async () => {
    const { response, release } = fakeRetry(myStakes, new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.'));
    open([response]);
    const retry = await getSection('Current Staking').findByRole('button', { name: 'Try Again' });
    retry.focus();
    fireEvent.click(retry);
    await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(true));
    release();
    await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(false));
    expect(document.activeElement).toBe(retry);
  });

  it('no tier is marked when the stakes could not be loaded', async () => {
    open([]);
    await getSection('Current Staking').findByText("Your stakes couldn't be loaded. They are safe.");
    expect(screen.queryByText('Current')).toBeNull();
    expect(screen.queryByRole('img', { name: /^Your tier:/ })).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(getSection('Current Staking').queryByRole('button', { name: 'Browser wallet' })).toBeNull();
  });

  it('API-32 a failed request shows three zeros with a note', async () => {
    const host = createStakingHost({ user: null });
    openStaking(host);
    const all = getSection('Staking of all players');
    expect(await all.findAllByText('0')).toHaveLength(3);
    expect(all.getAllByText("Couldn't be loaded")).toHaveLength(3);
  });

  it('the page shows the current tier and the amount missing to the next one', async () => {
    open([fakeResponse(myStakes, buildMyStakes([1500]))]);
    expect(await screen.findByRole('img', { name: 'Your tier: Bronze, 1.05x.' })).toBeTruthy();
    expect(screen.getByText('500 FOOTBALL')).toBeTruthy();
    expect(getSection('Current Staking').getByText('500 FOOTBALL').parentElement?.textContent).toBe(
      '500 FOOTBALL more to reach Silver, 1.055x.',
    );
    expect(
      screen
        .getByRole('progressbar', { name: 'Progress from Bronze to Silver' })
        .getAttribute('aria-valuenow'),
    ).toBe('50');
  });

  it('the page shows that the top tier is reached', async () => {
    open([fakeResponse(myStakes, buildMyStakes([500_000]))]);
    expect(await screen.findByText("You're in the top tier: 1.25x.")).toBeTruthy();
  });

  it('a live message about stakes reloads the page', async () => {
    let stakes = [1000];
    const host = open([fakeResponse(myStakes, () => buildMyStakes(stakes))]);
    await getSection('Active Stakes').findByTitle('1,000 FOOTBALL');
    stakes = [1000, 4000];
    act(() => host.emit({ topic: 'stakes' }));
    expect(await getSection('Active Stakes').findByTitle('4,000 FOOTBALL')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Your tier: Gold, 1.065x.' })).toBeTruthy();
  });

  it('a stake is resumed after a reload without a second payment', async () => {
    const pending = { amount: '2000', hash: `0x${'7'.repeat(64)}`, since: NOW };
    storePendingStake(pending);
    const bodies: unknown[] = [];
    const record = fakeResponse(createStake, ({ body }) => {
      bodies.push(body);
      return { stake: { ...buildMyStakes([2000]).active_stakes[0]! } };
    });
    const host = open([fakeResponse(myStakes, buildMyStakes([])), record]);
    expect(await screen.findByText('Successfully staked 2000 tokens!')).toBeTruthy();
    expect(host.transfers.requested).toEqual([]);
    expect(host.transfers.waited).toEqual([pending.hash]);
    expect(bodies).toEqual([{ amount: '2000', transaction_hash: pending.hash }]);
    expect(window.localStorage.length).toBe(0);
  });
});
