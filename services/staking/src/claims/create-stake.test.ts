import { myStakes } from '@touchline/api/http/staking';
import { deployFootball } from '@touchline/contracts/deploy';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { anvil } from '../testing/payer.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const SEASON_END = Date.UTC(2027, 4, 23, 17, 30);
const UNKNOWN_HASH = `0x${'ab'.repeat(32)}`;

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });

describe('POST /staking', () => {
  it('API-30 STAKE-10 POST /staking turns a transfer of the signed-in wallet into a stake and returns its coefficient', async () => {
    suite.services.updatedParticipations = 3;
    const hash = await suite.pay(1, '2500');
    const result = await suite.app.stake(suite.player(1), '2500', hash);
    expect(result.stake).toMatchObject({ amount: '2500', lock_end_date: new Date(SEASON_END).toISOString() });
    expect(result.coefficientUpdate).toEqual({ updatedParticipations: 3, newCoefficient: 1.055 });
    expect(suite.services.applied.at(-1)).toEqual({
      wallet: suite.player(1),
      version: 1,
      steps: [{ recorded_at: new Date(NOW).toISOString(), coefficient_thousandths: 1055 }],
      edits: [],
    });
  });

  it('POST /staking returns the same stake for a repeated request, regardless of the case of the hash', async () => {
    const hash = await suite.pay(1, '1000');
    const first = await suite.app.stake(suite.player(1), '1000', hash);
    const upper = `0x${hash.slice(2).toUpperCase()}`;
    for (const transaction_hash of [hash, upper]) {
      const again = await suite.app.post(suite.player(1), { amount: '1000', transaction_hash });
      expect([again.status, again.body.data?.stake]).toEqual([200, first.stake]);
    }
    expect(await suite.mine(1)).toMatchObject({ total_staked: '3500' });
  });

  it('POST /staking creates one stake from thirty concurrent requests', async () => {
    const hash = await suite.pay(2, '1000.5');
    const responses = await Promise.all(
      Array.from({ length: 30 }, () =>
        suite.app.post(suite.player(2), { amount: '1000.5', transaction_hash: hash }),
      ),
    );
    expect(new Set(responses.map(({ body }) => body.data?.stake?.id)).size).toBe(1);
    expect(responses.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect((await suite.mine(2)).active_stakes).toHaveLength(1);
  });

  it('STAKE-01 POST /staking rejects a guest', async () => {
    expect(await suite.app.post(null, { amount: '1000', transaction_hash: UNKNOWN_HASH })).toMatchObject({
      status: 401,
    });
    expect((await rejection(suite.app.as(null).request(myStakes))).status).toBe(401);
  });

  it.each([
    [{ amount: 1000, transaction_hash: UNKNOWN_HASH }, 'amount'],
    [{ amount: '1e4', transaction_hash: UNKNOWN_HASH }, 'amount'],
    [{ amount: '1000.1234567890123456789', transaction_hash: UNKNOWN_HASH }, 'amount'],
    [{ amount: '1000', transaction_hash: '0x12' }, 'transaction_hash'],
    [{ amount: '1000', transaction_hash: UNKNOWN_HASH, wallet_address: UNKNOWN_HASH }, 'wallet_address'],
  ])('POST /staking rejects the body %j and names the field', async (body, field) => {
    const { status, body: response } = await suite.app.post(suite.player(1), body);
    expect([status, response.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.error).toContain(field);
  });

  it.each([
    ['999.999999999999999999', 'Minimum staking amount is 1,000 tokens'],
    ['10000000.000000000000000001', 'Maximum staking amount is 10,000,000 tokens'],
  ])('STAKE-09 POST /staking rejects a stake of %s', async (amount, sentence) => {
    const { status, body } = await suite.app.post(suite.player(1), {
      amount,
      transaction_hash: UNKNOWN_HASH,
    });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain(sentence);
    expect(body.error).toContain('will be refunded');
  });

  it('POST /staking announces no refund for a stake that is smaller than the smallest recorded transfer', async () => {
    const claim = { amount: '0.5', transaction_hash: UNKNOWN_HASH };
    const { status, body } = await suite.app.post(suite.player(1), claim);
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toBe(
      'Minimum staking amount is 1,000 tokens. Transfers below 1 FOOTBALL are not refunded.',
    );
  });

  it('POST /staking accepts only the exact amount in wei', async () => {
    const hash = await suite.pay(3, '1500.000000000000000001');
    const { status, body } = await suite.app.post(suite.player(3), {
      amount: '1500',
      transaction_hash: hash,
    });
    expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
    expect(body.error).toContain('1500.000000000000000001');
    expect(body.error).toContain('Your stake is recorded with the transferred amount');
    await eventually(async () => expect((await suite.mine(3)).total_staked).toBe('1500.000000000000000001'));
    const again = await suite.app.post(suite.player(3), { amount: '1500', transaction_hash: hash });
    expect(again.body.error).toBe(body.error);
    expect((await suite.mine(3)).active_stakes).toHaveLength(1);
  });

  it.each([
    ['500', 'Minimum staking amount is 1,000 tokens. Your tokens are safe and will be refunded.', 1],
    ['0.5', 'Transfers below 1 FOOTBALL are not refunded.', 0],
  ])(
    'POST /staking reports the result of a transfer of %s that was claimed as 1000',
    async (transferred, result, refunds) => {
      const transaction_hash = await suite.pay(6, transferred);
      const { status, body } = await suite.app.post(suite.player(6), { amount: '1000', transaction_hash });
      expect([status, body.code]).toEqual([422, 'STAKE_REFUSED']);
      expect(body.error).toBe(
        `You transferred ${transferred} FOOTBALL, not the amount you entered. ${result}`,
      );
      const { total_staked, owed } = await suite.mine(6);
      expect(total_staked).toBe('0');
      expect(owed.filter((each) => each.transaction_hash === transaction_hash)).toHaveLength(refunds);
    },
  );

  it('POST /staking rejects a transfer of another wallet, and its owner can still claim it', async () => {
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

  it('POST /staking rejects a transfer to the treasury or of another token', async () => {
    const toTreasury = await suite.pay(5, '1000', suite.chain.treasury);
    const fake = await deployFootball({
      rpcUrl: suite.chain.rpcUrl,
      privateKey: suite.chain.accounts[5]!.privateKey,
    });
    const fakeTransfer = await suite.pay(5, '1000', suite.chain.stakingWallet, fake.address);
    for (const transaction_hash of [toTreasury, fakeTransfer])
      expect(await suite.app.post(suite.player(5), { amount: '1000', transaction_hash })).toMatchObject({
        status: 409,
        body: { code: 'TX_NOT_PAYMENT' },
      });
  });

  it('POST /staking rejects a reverted transaction', async () => {
    const account = privateKeyToAccount(suite.chain.accounts[5]!.privateKey);
    const wallet = createWalletClient({ account, transport: http(suite.chain.rpcUrl) }).extend(publicActions);
    const transaction_hash = await wallet.sendTransaction({
      to: suite.chain.token,
      data: '0xdeadbeef',
      gas: 100_000n,
      chain: null,
    });
    await waitForReceipt(wallet, transaction_hash);
    expect(await suite.app.post(suite.player(5), { amount: '1000', transaction_hash })).toMatchObject({
      status: 409,
      body: { code: 'TX_REVERTED' },
    });
  });

  it('POST /staking returns PENDING for an unknown transaction', async () => {
    const pending = await suite.app.post(suite.player(5), { amount: '1000', transaction_hash: UNKNOWN_HASH });
    expect([pending.status, pending.body.data]).toEqual([202, { status: 'PENDING' }]);
  });

  it('POST /staking returns PENDING until the transfer is deep enough, and while the chain is unavailable', async () => {
    const strict = await suite.start({ confirmations: 3, pauseMs: 60_000 });
    const disconnected = await suite.start({ chain: { ...suite.chain, rpcUrl: 'http://127.0.0.1:9' } });
    try {
      await suite.app.stop(); // otherwise its worker records the transfer with one confirmation
      const transaction_hash = await suite.pay(5, '1000');
      const claim = { amount: '1000', transaction_hash };
      expect((await disconnected.post(suite.player(5), claim)).status).toBe(202);
      expect((await strict.post(suite.player(5), claim)).status).toBe(202);
      await anvil(suite.chain).mine({ blocks: 1 });
      expect((await strict.post(suite.player(5), claim)).status).toBe(202);
      await anvil(suite.chain).mine({ blocks: 1 });
      expect((await strict.post(suite.player(5), claim)).status).toBe(201);
      expect((await disconnected.post(suite.player(5), claim)).status).toBe(200);
    } finally {
      await Promise.all([strict.stop(), disconnected.stop()]);
      suite.app = await suite.start();
    }
  });
});

describe('wallet limits', () => {
  it('STAKE-09 stakes up to 10,000,000 in total count; transfers above it or below the minimum are listed for a refund', async () => {
    await suite.stake(0, '9000000');
    const over = await suite.pay(0, '1000000.5');
    const rejected = await eventually(async () => {
      const response = await suite.app.post(suite.player(0), { amount: '1000000.5', transaction_hash: over });
      expect(response.status).toBe(422);
      return response;
    });
    expect(rejected.body.error).toContain('Maximum staking amount is 10,000,000 tokens');
    expect(rejected.body.error).toContain('will be refunded');
    await suite.stake(0, '1000000');
    const claim = { amount: '1000000', transaction_hash: over };
    expect((await suite.app.post(suite.player(0), claim)).body.error).toBe(
      'You transferred 1000000.5 FOOTBALL, not the amount you entered. ' +
        'Maximum staking amount is 10,000,000 tokens. Your tokens are safe and will be refunded.',
    );
    const tooSmall = await suite.pay(0, '999');
    const { total_staked, coefficient, tier_info, owed } = await eventually(async () => {
      const response = await suite.mine(0);
      expect(response.owed).toHaveLength(2);
      return response;
    });
    expect({ total_staked, coefficient, label: tier_info.label }).toEqual({
      total_staked: '10000000',
      coefficient: 1.25,
      label: 'Supreme',
    });
    expect(owed).toMatchObject([
      {
        stake_id: null,
        transaction_hash: tooSmall,
        reason: 'BELOW_MINIMUM',
        principal: '999',
        interest: '0',
      },
      { transaction_hash: over, reason: 'OVER_MAXIMUM', principal: '1000000.5', interest: '0' },
    ]);
  });
});
