import { myStakes } from '@touchline/api/http/staking';
import { deployFootball } from '@touchline/contracts/deploy';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { anvil } from '../testing/payer.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const SEASON_END = Date.UTC(2027, 4, 23, 17, 30);
const NOBODY = `0x${'ab'.repeat(32)}`;

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });

describe('POST /staking', () => {
  it('API-30 STAKE-10 makes a transfer of the signed-in wallet a stake and returns what it changed', async () => {
    suite.neighbours.updatedParticipations = 3;
    const hash = await suite.pay(1, '2500');
    const made = await suite.app.stake(suite.player(1), '2500', hash);
    expect(made.stake).toMatchObject({ amount: '2500', lock_end_date: new Date(SEASON_END).toISOString() });
    expect(made.coefficientUpdate).toEqual({ updatedParticipations: 3, newCoefficient: 1.055 });
    expect(suite.neighbours.applied.at(-1)).toEqual({
      wallet: suite.player(1),
      version: 1,
      steps: [{ recorded_at: new Date(NOW).toISOString(), coefficient_thousandths: 1055 }],
    });
  });

  it('answers the same stake to the same call, in whatever case the hash is written', async () => {
    const hash = await suite.pay(1, '1000');
    const first = await suite.app.stake(suite.player(1), '1000', hash);
    const upper = `0x${hash.slice(2).toUpperCase()}`;
    for (const transaction_hash of [hash, upper]) {
      const again = await suite.app.post(suite.player(1), { amount: '1000', transaction_hash });
      expect([again.status, again.body.data?.stake]).toEqual([200, first.stake]);
    }
    expect(await suite.mine(1)).toMatchObject({ total_staked: '3500' });
  });

  it('makes one stake from thirty concurrent calls', async () => {
    const hash = await suite.pay(2, '1000.5');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        suite.app.post(suite.player(2), { amount: '1000.5', transaction_hash: hash }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.data?.stake?.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect((await suite.mine(2)).active_stakes).toHaveLength(1);
  });

  it('STAKE-01 refuses a guest', async () => {
    expect(await suite.app.post(null, { amount: '1000', transaction_hash: NOBODY })).toMatchObject({
      status: 401,
    });
    expect((await rejection(suite.app.as(null).request(myStakes))).status).toBe(401);
  });

  it.each([
    [{ amount: 1000, transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1e4', transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1000.1234567890123456789', transaction_hash: NOBODY }, 'amount'],
    [{ amount: '1000', transaction_hash: '0x12' }, 'transaction_hash'],
    [{ amount: '1000', transaction_hash: NOBODY, wallet_address: NOBODY }, 'wallet_address'],
  ])('refuses the body %j and names the field', async (body, field) => {
    const { status, body: answer } = await suite.app.post(suite.player(1), body);
    expect([status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error).toContain(field);
  });

  it.each([
    ['999.999999999999999999', 'Minimum staking amount is 1,000 tokens'],
    ['10000000.000000000000000001', 'Maximum staking amount is 10,000,000 tokens'],
  ])('STAKE-09 refuses to stake %s', async (amount, sentence) => {
    const { status, body } = await suite.app.post(suite.player(1), { amount, transaction_hash: NOBODY });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain(sentence);
  });

  it('accepts only the exact amount, to the last wei', async () => {
    const hash = await suite.pay(3, '1500.000000000000000001');
    const { status, body } = await suite.app.post(suite.player(3), {
      amount: '1500',
      transaction_hash: hash,
    });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain('1500.000000000000000001');
    await eventually(async () => expect((await suite.mine(3)).total_staked).toBe('1500.000000000000000001'));
  });

  it("refuses another wallet's transfer, and a stranger who posts it first does not block its owner", async () => {
    const hash = await suite.pay(4, '5000');
    const claim = { amount: '5000', transaction_hash: hash };
    const stranger = await suite.app.post(suite.player(5), claim);
    expect([stranger.status, ['TX_NOT_PAYMENT', 'TX_ALREADY_USED'].includes(stranger.body.code!)]).toEqual([
      409,
      true,
    ]);
    await suite.app.stake(suite.player(4), '5000', hash);
    expect(await suite.app.post(suite.player(5), claim)).toMatchObject({
      status: 409,
      body: { code: 'TX_ALREADY_USED' },
    });
    expect(await suite.mine(5)).toMatchObject({ total_staked: '0', coefficient: 1, active_stakes: [] });
  });

  it('refuses a transfer to the treasury and one of another token', async () => {
    const toTreasury = await suite.pay(5, '1000', suite.chain.treasury);
    const fake = await deployFootball({
      rpcUrl: suite.chain.rpcUrl,
      privateKey: suite.chain.accounts[5]!.privateKey,
    });
    const ofFake = await suite.pay(5, '1000', suite.chain.stakingWallet, fake.address);
    for (const transaction_hash of [toTreasury, ofFake])
      expect(await suite.app.post(suite.player(5), { amount: '1000', transaction_hash })).toMatchObject({
        status: 409,
        body: { code: 'TX_NOT_PAYMENT' },
      });
  });

  it('refuses a reverted transaction', async () => {
    const account = privateKeyToAccount(suite.chain.accounts[5]!.privateKey);
    const transaction_hash = await createWalletClient({
      account,
      transport: http(suite.chain.rpcUrl),
    }).sendTransaction({ to: suite.chain.token, data: '0xdeadbeef', gas: 100_000n, chain: null });
    expect(await suite.app.post(suite.player(5), { amount: '1000', transaction_hash })).toMatchObject({
      status: 409,
      body: { code: 'TX_REVERTED' },
    });
  });

  it('is PENDING for an unknown transaction', async () => {
    const pending = await suite.app.post(suite.player(5), { amount: '1000', transaction_hash: NOBODY });
    expect([pending.status, pending.body.data]).toEqual([202, { status: 'PENDING' }]);
  });

  it('is PENDING until the transfer is deep enough, and while the chain cannot be reached', async () => {
    const careful = await suite.start({ confirmations: 3, pauseMs: 60_000 });
    const cutOff = await suite.start({ chain: { ...suite.chain, rpcUrl: 'http://127.0.0.1:9' } });
    try {
      await suite.app.stop(); // or its worker would record the transfer with one confirmation
      const transaction_hash = await suite.pay(5, '1000');
      const claim = { amount: '1000', transaction_hash };
      expect((await cutOff.post(suite.player(5), claim)).status).toBe(202);
      expect((await careful.post(suite.player(5), claim)).status).toBe(202);
      await anvil(suite.chain).mine({ blocks: 1 });
      expect((await careful.post(suite.player(5), claim)).status).toBe(202);
      await anvil(suite.chain).mine({ blocks: 1 });
      expect((await careful.post(suite.player(5), claim)).status).toBe(201);
      expect((await cutOff.post(suite.player(5), claim)).status).toBe(200);
    } finally {
      await Promise.all([careful.stop(), cutOff.stop()]);
      suite.app = await suite.start();
    }
  });
});

describe('limits of a wallet', () => {
  it('STAKE-09 accepts 10,000,000 in total, and lists transfers above it or below the minimum as owed back', async () => {
    await suite.stake(0, '9000000');
    const over = await suite.pay(0, '1000000.5');
    const refused = await eventually(async () => {
      const answer = await suite.app.post(suite.player(0), { amount: '1000000.5', transaction_hash: over });
      expect(answer.status).toBe(422);
      return answer;
    });
    expect(refused.body.error).toContain('Maximum staking amount is 10,000,000 tokens');
    expect(refused.body.error).toContain('owed back');
    await suite.stake(0, '1000000');
    const little = await suite.pay(0, '999');
    const { total_staked, coefficient, tier_info, owed } = await eventually(async () => {
      const answer = await suite.mine(0);
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
