import { askCoefficients } from '@touchline/api/events/staking';
import { myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { ask } from '@touchline/service-kit/ask';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { pay, playerOf } from '../testing/payer.ts';
import { eventually, type StakingApp, startStakingApp } from '../testing/staking-app.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 1);
const SEASON_END = NOW + 73 * DAY;

let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let database: TestDatabase;
let neighbours: Neighbours;
let app: StakingApp;

beforeAll(async () => {
  [nats, chain] = await Promise.all([testNats(), testChain()]);
});
afterAll(() => Promise.all([nats?.stop(), chain?.stop()]));

beforeEach(async () => {
  database = await createTestDatabase('staking');
  neighbours = startNeighbours(nats.url, { name: '2026', ends_at: SEASON_END });
  app = await startStakingApp({ databaseUrl: database.url, natsUrl: nats.url, chain, now: NOW });
  await eventually(async () => expect((await app.as(null).call(stakingTiers)).lock_end_date).not.toBeNull());
});
afterEach(async () => {
  await app.stop();
  await neighbours.stop();
  await database.drop();
});

const player = (n: number) => playerOf(chain, n);
const mine = (n: number) => app.as(player(n)).call(myStakes);

it('STAKE-05 unlocks by itself at the end of the season and lists principal and 3 % simple interest as owed', async () => {
  const { stake } = await app.stake(player(1), '10000', await pay(chain, 1, '10000'));
  expect(stake.lock_end_date).toBe(new Date(SEASON_END).toISOString());
  app.clock.now = SEASON_END - 1;
  expect((await mine(1)).active_stakes).toHaveLength(1);
  app.clock.now = SEASON_END;
  const unlocked = await eventually(async () => {
    const answer = await mine(1);
    expect(answer.active_stakes).toEqual([]);
    return answer;
  });
  // 73 days are a fifth of a year: 10,000 * 3 % / 5
  expect(unlocked).toMatchObject({
    total_staked: '0',
    coefficient: 1,
    owed: [{ stake_id: stake.id, reason: 'UNLOCKED', principal: '10000', interest: '60' }],
  });
  expect(await app.as(null).call(stakingStats)).toMatchObject({ active_stakers: 0, total_staked: '0' });
  const { wallets } = await ask(app.bus, askCoefficients, { wallets: [player(1)] });
  expect(wallets[0]?.steps.map((step) => step.coefficient_thousandths)).toEqual([1070, 1000]);
});

it('follows the last gameweek when the feed moves it', async () => {
  const { stake } = await app.stake(player(2), '1000', await pay(chain, 2, '1000'));
  neighbours.season.ends_at = SEASON_END + 7 * DAY;
  app.clock.now = SEASON_END + 1; // by the date that was known: asks before it unlocks
  await eventually(async () =>
    expect((await mine(2)).active_stakes[0]?.lock_end_date).toBe(
      new Date(SEASON_END + 7 * DAY).toISOString(),
    ),
  );
  expect((await mine(2)).active_stakes[0]?.id).toBe(stake.id);
  app.clock.now = SEASON_END + 7 * DAY;
  await eventually(async () => expect((await mine(2)).owed[0]?.stake_id).toBe(stake.id));
});

it('owes back what is sent after the season, and opens with the next one', async () => {
  app.clock.now = SEASON_END + DAY;
  const late = await pay(chain, 3, '2000');
  await eventually(async () =>
    expect((await mine(3)).owed).toMatchObject([{ reason: 'SEASON_OVER', principal: '2000' }]),
  );
  const refused = await app.post(player(3), { amount: '2000', transaction_hash: late });
  expect([refused.status, refused.body.code]).toEqual([422, 'STAKE_REFUSED']);
  await app.stop();
  neighbours.season = { name: '2027', ends_at: SEASON_END + 365 * DAY };
  app = await startStakingApp({
    databaseUrl: database.url,
    natsUrl: nats.url,
    chain,
    now: SEASON_END + 2 * DAY,
  });
  await eventually(async () =>
    expect((await app.as(null).call(stakingTiers)).lock_end_date).toBe(
      new Date(SEASON_END + 365 * DAY).toISOString(),
    ),
  );
  const { stake } = await app.stake(player(3), '1000', await pay(chain, 3, '1000'));
  expect(stake.lock_end_date).toBe(new Date(SEASON_END + 365 * DAY).toISOString());
});

it('believes no end that the relay read before it passed: neither unlocks, nor turns a transfer away', async () => {
  await app.stake(player(5), '1000', await pay(chain, 5, '1000'));
  await app.stop();
  neighbours.fetchedAt = NOW; // a relay that just started serves what it knew when it was stopped
  app = await startStakingApp({
    databaseUrl: database.url,
    natsUrl: nats.url,
    chain,
    now: SEASON_END + DAY,
  });
  const transaction_hash = await pay(chain, 5, '2000');
  const claim = { amount: '2000', transaction_hash };
  expect((await app.post(player(5), claim)).status).toBe(202);
  await looksOfTheWorker();
  expect(await mine(5)).toMatchObject({ total_staked: '1000', owed: [] });
  Object.assign(neighbours, { fetchedAt: SEASON_END + DAY });
  neighbours.season.ends_at = SEASON_END + 2 * DAY; // the feed has moved it meanwhile
  await eventually(async () => expect((await mine(5)).total_staked).toBe('3000'));
  expect((await mine(5)).owed).toEqual([]);
});

/** Until the worker has asked for the season three times more. */
async function looksOfTheWorker() {
  const asked = neighbours.timesAsked;
  await eventually(async () => expect(neighbours.timesAsked).toBeGreaterThan(asked + 2));
}

it('does not unlock by a date that nobody confirms', async () => {
  await app.stake(player(4), '1000', await pay(chain, 4, '1000'));
  await neighbours.stop();
  app.clock.now = SEASON_END + 1;
  await app.stake(player(4), '1000', await payBefore(4));
  expect((await mine(4)).owed).toEqual([]);
  neighbours = startNeighbours(nats.url, { name: '2026', ends_at: SEASON_END });
  await eventually(async () => expect((await mine(4)).owed).toHaveLength(2));
});

/** A transfer while the season still runs by the clock. */
async function payBefore(n: number) {
  const clock = app.clock.now;
  app.clock.now = SEASON_END - 1;
  const hash = await pay(chain, n, '1000');
  await app.stake(player(n), '1000', hash);
  app.clock.now = clock;
  return hash;
}
