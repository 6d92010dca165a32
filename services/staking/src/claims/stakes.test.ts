import { askCoefficients, stakesChanged } from '@touchline/api/events/staking';
import { myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { deployFootball } from '@touchline/chain/deploy';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { ask } from '@touchline/service-kit/ask';
import { subscribe } from '@touchline/service-kit/subscribe';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { anvil, pay, playerOf } from '../testing/payer.ts';
import { eventually, refusal, type StakingApp, startStakingApp } from '../testing/staking-app.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const SEASON_END = Date.UTC(2027, 4, 23, 17, 30);
const NOBODY = `0x${'ab'.repeat(32)}`;

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let neighbours: Neighbours;
let app: StakingApp;

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createTestDatabase('staking'), testNats(), testChain()]);
  neighbours = startNeighbours(nats.url, { name: '2026', ends_at: SEASON_END });
  app = await startStakingApp({ databaseUrl: database.url, natsUrl: nats.url, chain, now: NOW });
  await eventually(async () =>
    expect((await app.as(null).call(stakingTiers)).lock_end_date).toBe(new Date(SEASON_END).toISOString()),
  );
});

afterAll(async () => {
  await app?.stop();
  await neighbours?.stop();
  await Promise.all([nats?.stop(), chain?.stop()]);
  await database?.drop();
});

const player = (n: number) => playerOf(chain, n);
const mine = (n: number) => app.as(player(n)).call(myStakes);

describe('POST /staking', () => {
  it('API-30 STAKE-10 makes a transfer of the signed-in wallet a stake and says what it changed', async () => {
    neighbours.updatedParticipations = 3;
    const hash = await pay(chain, 1, '2500');
    const made = await app.stake(player(1), '2500', hash);
    expect(made.stake).toMatchObject({ amount: '2500', lock_end_date: new Date(SEASON_END).toISOString() });
    expect(made.coefficientUpdate).toEqual({ updatedParticipations: 3, newCoefficient: 1.055 });
    expect(neighbours.applied.at(-1)).toEqual({
      wallet: player(1),
      version: 1,
      steps: [{ recorded_at: new Date(NOW).toISOString(), coefficient_thousandths: 1055 }],
    });
  });

  it('answers the same stake to the same call, whatever the case of the hash', async () => {
    const hash = await pay(chain, 1, '1000');
    const first = await app.stake(player(1), '1000', hash);
    const upper = `0x${hash.slice(2).toUpperCase()}`;
    for (const transaction_hash of [hash, upper]) {
      const again = await app.post(player(1), { amount: '1000', transaction_hash });
      expect([again.status, again.body.data?.stake]).toEqual([200, first.stake]);
    }
    expect(await mine(1)).toMatchObject({ total_staked: '3500' });
  });

  it('makes one stake of thirty calls at once', async () => {
    const hash = await pay(chain, 2, '1000.5');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.post(player(2), { amount: '1000.5', transaction_hash: hash })),
    );
    expect(new Set(answers.map(({ body }) => body.data?.stake?.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect((await mine(2)).active_stakes).toHaveLength(1);
  });

  it('STAKE-01 refuses a guest', async () => {
    expect(await app.post(null, { amount: '1000', transaction_hash: NOBODY })).toMatchObject({ status: 401 });
    expect((await refusal(app.as(null).call(myStakes))).status).toBe(401);
  });

  it.each([
    [{ amount: 1000, transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1e4', transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1000.1234567890123456789', transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1000', transaction_hash: '0x12' }, 'transaction_hash'],
    [{ amount: '1000', transaction_hash: NOBODY, wallet_address: NOBODY }, 'wallet_address'],
  ])('refuses the body %j by the name of its field', async (body, field) => {
    const { status, body: answer } = await app.post(player(1), body);
    expect([status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error).toContain(field);
  });

  it.each([
    ['999.999999999999999999', 'Minimum staking amount is 1,000 tokens'],
    ['10000000.000000000000000001', 'Maximum staking amount is 10,000,000 tokens'],
  ])('STAKE-09 refuses to stake %s', async (amount, sentence) => {
    const { status, body } = await app.post(player(1), { amount, transaction_hash: NOBODY });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain(sentence);
  });

  it('takes the exact amount only, to the last wei', async () => {
    const hash = await pay(chain, 3, '1500.000000000000000001');
    const { status, body } = await app.post(player(3), { amount: '1500', transaction_hash: hash });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain('1500.000000000000000001');
    await eventually(async () => expect((await mine(3)).total_staked).toBe('1500.000000000000000001'));
  });

  it("does not take another wallet's transfer, and a stranger who posts it first keeps nobody from staking", async () => {
    const hash = await pay(chain, 4, '5000');
    const claim = { amount: '5000', transaction_hash: hash };
    const stranger = await app.post(player(5), claim);
    expect([stranger.status, ['TX_NOT_PAYMENT', 'TX_ALREADY_USED'].includes(stranger.body.code!)]).toEqual([
      409,
      true,
    ]);
    await app.stake(player(4), '5000', hash);
    expect(await app.post(player(5), claim)).toMatchObject({
      status: 409,
      body: { code: 'TX_ALREADY_USED' },
    });
    expect(await mine(5)).toMatchObject({ total_staked: '0', coefficient: 1, active_stakes: [] });
  });

  it('takes no transfer to the treasury and none of another token', async () => {
    const toTreasury = await pay(chain, 5, '1000', chain.treasury);
    const fake = await deployFootball({ rpcUrl: chain.rpcUrl, privateKey: chain.accounts[5]!.privateKey });
    const ofFake = await pay(chain, 5, '1000', chain.stakingWallet, fake.address);
    for (const transaction_hash of [toTreasury, ofFake])
      expect(await app.post(player(5), { amount: '1000', transaction_hash })).toMatchObject({
        status: 409,
        body: { code: 'TX_NOT_PAYMENT' },
      });
  });

  it('takes no transaction that failed', async () => {
    const account = privateKeyToAccount(chain.accounts[5]!.privateKey);
    const transaction_hash = await createWalletClient({
      account,
      transport: http(chain.rpcUrl),
    }).sendTransaction({ to: chain.token, data: '0xdeadbeef', gas: 100_000n, chain: null });
    expect(await app.post(player(5), { amount: '1000', transaction_hash })).toMatchObject({
      status: 409,
      body: { code: 'TX_REVERTED' },
    });
  });

  it('is PENDING for a transaction that no one knows yet', async () => {
    const pending = await app.post(player(5), { amount: '1000', transaction_hash: NOBODY });
    expect([pending.status, pending.body.data]).toEqual([202, { status: 'PENDING' }]);
  });

  it('is PENDING until the transfer is deep enough, and while the chain cannot be reached', async () => {
    const options = { databaseUrl: database.url, natsUrl: nats.url, now: NOW };
    const careful = await startStakingApp({ ...options, chain, confirmations: 3, pauseMs: 60_000 });
    const cutOff = await startStakingApp({ ...options, chain: { ...chain, rpcUrl: 'http://127.0.0.1:9' } });
    try {
      await app.stop(); // its worker would record the transfer with one confirmation
      const transaction_hash = await pay(chain, 5, '1000');
      const claim = { amount: '1000', transaction_hash };
      expect((await cutOff.post(player(5), claim)).status).toBe(202);
      expect((await careful.post(player(5), claim)).status).toBe(202);
      await anvil(chain).mine({ blocks: 1 });
      expect((await careful.post(player(5), claim)).status).toBe(202);
      await anvil(chain).mine({ blocks: 1 });
      expect((await careful.post(player(5), claim)).status).toBe(201);
      expect((await cutOff.post(player(5), claim)).status).toBe(200);
    } finally {
      await Promise.all([careful.stop(), cutOff.stop()]);
      app = await startStakingApp({ ...options, chain });
    }
  });
});

describe('limits of a wallet', () => {
  it('STAKE-09 takes 10,000,000 in total, lists what goes beyond and what is too little as owed back', async () => {
    await app.stake(player(0), '9000000', await pay(chain, 0, '9000000'));
    const over = await pay(chain, 0, '1000000.5');
    const refused = await eventually(async () => {
      const answer = await app.post(player(0), { amount: '1000000.5', transaction_hash: over });
      expect(answer.status).toBe(422);
      return answer;
    });
    expect(refused.body.error).toContain('Maximum staking amount is 10,000,000 tokens');
    expect(refused.body.error).toContain('owed back');
    await app.stake(player(0), '1000000', await pay(chain, 0, '1000000'));
    const little = await pay(chain, 0, '999');
    const { total_staked, coefficient, tier_info, owed } = await eventually(async () => {
      const answer = await mine(0);
      expect(answer.owed).toHaveLength(2);
      return answer;
    });
    expect({ total_staked, coefficient, label: tier_info.label }).toEqual({
      total_staked: '10000000',
      coefficient: 1.25,
      label: 'Supreme',
    });
    expect(owed).toMatchObject([
      { stake_id: null, transaction_hash: little, reason: 'BELOW_MINIMUM', principal: '999', interest: '0' },
      { transaction_hash: over, reason: 'OVER_MAXIMUM', principal: '1000000.5', interest: '0' },
    ]);
  });
});

describe('what everybody sees', () => {
  it('API-31 DATA-14 GET /staking/my-stakes has total, coefficient, active stakes and tier', async () => {
    expect(await mine(4)).toMatchObject({
      total_staked: '5000',
      coefficient: 1.065,
      active_stakes: [{ amount: '5000', lock_end_date: new Date(SEASON_END).toISOString() }],
      tier_info: { min: 5000, max: 7999, label: 'Gold', color: expect.stringMatching(/^#/) },
      owed: [],
    });
    expect(await mine(6)).toMatchObject({ coefficient: 1, tier_info: { label: 'No Tier' } });
  });

  it('API-32 GET /staking/stats adds up the active stakes of everybody', async () => {
    const { rows } = await app.db.raw(
      `select sum(amount) / 1e18 as total from stakes where state = 'ACTIVE'`,
    );
    const stats = await app.as(null).call(stakingStats);
    expect(Number(stats.total_staked)).toBeCloseTo(Number(rows[0].total), 6);
    expect(stats.active_stakers).toBe(6);
    expect(Number(stats.average_stake)).toBeCloseTo(Number(rows[0].total) / 6, 6);
  });

  it('STAKE-16 GET /staking/tiers is the whole table', async () => {
    const { tiers } = await app.as(null).call(stakingTiers);
    expect(tiers).toHaveLength(14);
    expect(tiers[1]).toEqual({ min: 1000, max: 1999, label: 'Bronze', color: '#C98A5B', coefficient: 1.05 });
    expect(tiers[13]).toMatchObject({ min: 500_000, max: null, coefficient: 1.25 });
  });
});

describe('the other services', () => {
  it('tells the history of coefficients, of one wallet or of all, page by page', async () => {
    const [one] = (await ask(app.bus, askCoefficients, { wallets: [player(1)] })).wallets;
    expect(one).toMatchObject({ wallet: player(1), version: 2 });
    expect(one?.steps.map((step) => step.coefficient_thousandths)).toEqual([1055]);
    const all = await ask(app.bus, askCoefficients, { wallets: [] });
    expect(all.wallets.map(({ wallet }) => wallet)).toEqual([0, 1, 2, 3, 4, 5].map((n) => player(n)).sort());
    const rest = await ask(app.bus, askCoefficients, { wallets: [], after: all.wallets[3]!.wallet });
    expect(rest).toEqual({ wallets: all.wallets.slice(4), more: false });
  });

  it('acknowledges a stake without games and says so by an event', async () => {
    await neighbours.stop();
    neighbours = startNeighbours(nats.url, neighbours.season, ['games']);
    const heard: string[] = [];
    subscribe(app.bus, stakesChanged, { durable: 'test' }, async ({ wallet }) => void heard.push(wallet));
    const hash: Hex = await pay(chain, 7, '11000');
    const made = await app.stake(player(7), '11000', hash);
    expect(made.stake.amount).toBe('11000');
    expect(made.coefficientUpdate).toBeUndefined();
    await eventually(async () => expect(heard).toContain(player(7)));
  });
});
