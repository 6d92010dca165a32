import { stakingTiers } from '@touchline/api/http/staking';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StakingApp } from '../testing/staking-app.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const SEASON_END = Date.UTC(2027, 4, 23, 17, 30);

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });
let paused: StakingApp;

beforeAll(async () => {
  await suite.app.stop();
  paused = await suite.start({ paused: true });
  suite.app = paused; // stopped by the suite
});

describe('S12 disabled staking', () => {
  it('disabled staking rejects new stakes and is reported as closed', async () => {
    const body = { amount: '2500', transaction_hash: `0x${'1'.repeat(64)}` };
    const response = await paused.post(suite.player(1), body);
    expect([response.status, response.body.code]).toEqual([409, 'PAUSED']);
    expect(await paused.as(null).request(stakingTiers)).toMatchObject({ closed: true, paused: true });
  });

  it('a transfer that was already sent becomes a stake and is returned for its hash', async () => {
    const transaction_hash = await suite.pay(2, '2500');
    await eventually(async () => expect(await suite.mine(2)).toMatchObject({ total_staked: '2500' }));
    const [stake] = (await suite.mine(2)).active_stakes;
    expect(await paused.post(suite.player(2), { amount: '2500', transaction_hash })).toMatchObject({
      status: 200,
      body: { data: { stake } },
    });
  });
});
