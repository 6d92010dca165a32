import { coefficientsRequest, stakesChanged } from '@touchline/api/events/staking';
import { stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { request } from '@touchline/service-kit/messaging/request';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeAll, describe, expect, it } from 'vitest';
import { startFakeServices } from '../testing/fake-services.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const SEASON_END = Date.UTC(2027, 4, 23, 17, 30);

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });

/** Six stakers, one of them with two stakes. */
beforeAll(async () => {
  const stakes = [
    [0, '9000000'],
    [1, '2500'],
    [1, '1000'],
    [2, '1000.5'],
    [3, '1500'],
    [4, '5000'],
    [5, '1000'],
  ] as const;
  for (const [n, tokens] of stakes) await suite.stake(n, tokens);
});

describe('staking routes', () => {
  it('API-31 DATA-14 GET /staking/my-stakes returns total, coefficient, active stakes and tier', async () => {
    expect(await suite.mine(4)).toMatchObject({
      total_staked: '5000',
      coefficient: 1.065,
      active_stakes: [{ amount: '5000', lock_end_date: new Date(SEASON_END).toISOString() }],
      tier_info: { min: 5000, max: 7999, label: 'Gold', color: expect.stringMatching(/^#/) },
      owed: [],
    });
    expect(await suite.mine(6)).toMatchObject({ coefficient: 1, tier_info: { label: 'No Tier' } });
  });

  it('API-32 GET /staking/stats adds up all active stakes', async () => {
    const { rows } = await suite.app.db.raw(
      `select sum(amount) / 1e18 as total from stakes where state = 'ACTIVE'`,
    );
    const stats = await suite.app.as(null).request(stakingStats);
    expect(Number(stats.total_staked)).toBeCloseTo(Number(rows[0].total), 6);
    expect(stats.active_stakers).toBe(6);
    expect(Number(stats.average_stake)).toBeCloseTo(Number(rows[0].total) / 6, 6);
  });

  it('STAKE-16 GET /staking/tiers returns the whole table', async () => {
    const { tiers } = await suite.app.as(null).request(stakingTiers);
    expect(tiers).toHaveLength(14);
    expect(tiers[1]).toEqual({ min: 1000, max: 1999, label: 'Bronze', color: '#C98A5B', coefficient: 1.05 });
    expect(tiers[13]).toMatchObject({ min: 500_000, max: null, coefficient: 1.25 });
  });
});

describe('staking and other services', () => {
  it('staking replies with the coefficient history of one wallet, or of all wallets page by page', async () => {
    const [history] = (await request(suite.app.bus, coefficientsRequest, { wallets: [suite.player(1)] }))
      .wallets;
    expect(history).toMatchObject({ wallet: suite.player(1), version: 2 });
    expect(history?.steps.map((step) => step.coefficient_thousandths)).toEqual([1055]);
    const all = await request(suite.app.bus, coefficientsRequest, { wallets: [] });
    expect(all.wallets.map(({ wallet }) => wallet)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => suite.player(n)).sort(),
    );
    const rest = await request(suite.app.bus, coefficientsRequest, {
      wallets: [],
      after: all.wallets[3]!.wallet,
    });
    expect(rest).toEqual({ wallets: all.wallets.slice(4), more: false });
  });

  it('staking accepts a stake while games is down and publishes an event', async () => {
    await suite.services.stop();
    suite.services = startFakeServices(suite.nats.url, suite.services.season, ['games']);
    const received: string[] = [];
    subscribe(
      suite.app.bus,
      stakesChanged,
      { durable: 'test' },
      async ({ wallet }) => void received.push(wallet),
    );
    const hash = await suite.pay(7, '11000');
    const result = await suite.app.stake(suite.player(7), '11000', hash);
    expect(result.stake.amount).toBe('11000');
    expect(result.coefficientUpdate).toBeUndefined();
    await eventually(async () => expect(received).toContain(suite.player(7)));
  });
});
