import { canJoin } from '@touchline/api/http/games';
import { footballAbi } from '@touchline/contracts/abi';
import { footballBytecode } from '@touchline/contracts/bytecode';
import { encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();

describe('an invalid payment', () => {
  it('PAY-08 a payment of less than the fee is rejected and listed for a refund', async () => {
    await app.reserve(app.me, app.season);
    const hash = await app.pay(app.me, '499.999999999999999999');
    const first = await app.settleJoin(app.me, app.season, hash);
    expect(first.status).toBe(409);
    expect(first.body).toMatchObject({ code: 'UNDERPAID', error: expect.stringContaining('refunded') });
    expect((await app.settleJoin(app.me, app.season, hash)).body.code).toBe('UNDERPAID');
    expect(await app.openPayments(app.me)).toMatchObject([
      { reason: 'UNDERPAID', refund: '499.999999999999999999', game_id: app.season.id, tx_hash: hash },
    ]);
    const right = await app.pay(app.me, '500');
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, right)).status);
  });

  const expectNoPayment = async (hash: string) => {
    const { status, body } = await app.settleJoin(app.me, app.season, hash);
    expect(status).toBe(409);
    expect(body.code).toBe('TX_NOT_PAYMENT');
    expect((await app.raw('GET', `/games/${app.season.id}/participation`, app.me)).status).toBe(404);
    expect(await app.as(app.me).request(canJoin, { params: { id: app.season.id } })).toMatchObject({
      canJoin: true,
    });
  };

  it('PAY-08 a transfer of nothing is rejected', async () => {
    await expectNoPayment(await app.pay(app.me, '0'));
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it("PAY-08 transferFrom(victim, treasury, 0), which any account can send in the victim's name, is rejected", async () => {
    const stranger = await app.newPayer();
    const data = encodeFunctionData({
      abi: footballAbi,
      functionName: 'transferFrom',
      args: [app.me as Hex, app.chain.treasury, 0n],
    });
    const hash = await app.send(stranger, app.chain.token, data);
    expect(await app.receipt(hash)).toMatchObject({ status: '0x1', logs: [expect.anything()] });
    await expectNoPayment(hash);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 another token named FOOTBALL is rejected', async () => {
    const fake = await app.deploy(
      encodeDeployData({ abi: footballAbi, bytecode: footballBytecode, args: [parseEther('1000000')] }),
    );
    await app.pay(app.chain.accounts[2]!.address, '1000', app.me, fake);
    await expectNoPayment(await app.pay(app.me, '500', app.chain.treasury, fake));
  });

  it('PAY-08 a transfer to another recipient, including the staking wallet, is rejected', async () => {
    await expectNoPayment(await app.pay(app.me, '500', app.chain.stakingWallet));
    await expectNoPayment(await app.pay(app.me, '500', app.chain.accounts[5]!.address));
  });

  it("PAY-08 another user's hash is rejected, and its owner can still join with it", async () => {
    const owner = await app.newPayer();
    const hash = await app.pay(owner, '500');
    await expectNoPayment(hash);
    expect(JOINED).toContain((await app.settleJoin(owner, app.season, hash)).status);
  });

  it('PAY-08 a stranger who submits a hash before it is mined cannot use the payment of its owner', async () => {
    const owner = await app.newPayer();
    await app.automine(false);
    const hash = await app.pay(owner, '500');
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    expect((await app.tryJoin(owner, app.season, hash)).status).toBe(202);
    await app.mine();
    await app.automine(true);
    const [squatter, honest] = await Promise.all([
      app.settleJoin(app.me, app.season, hash),
      app.settleJoin(owner, app.season, hash),
    ]);
    expect(squatter.body.code).toBe('TX_NOT_PAYMENT');
    expect(JOINED).toContain(honest.status);
    expect(await app.openPayments(owner)).toEqual([]);
  });

  it('PAY-08 one transfer for two games is rejected', async () => {
    const cup = await app.tournament();
    const hash = await app.pay(app.me, '1000');
    expect(JOINED).toContain((await app.settleJoin(app.me, cup, hash)).status);
    const second = await app.settleJoin(app.me, app.season, hash);
    expect(second.status).toBe(409);
    expect(second.body.code).toBe('TX_ALREADY_USED');
  });

  it('PAY-08 a transfer that several games claim concurrently is credited once', async () => {
    const cups = await Promise.all(Array.from({ length: 6 }, () => app.tournament()));
    const hash = await app.pay(app.me, '1000');
    const responses = await Promise.all(cups.map((cup) => app.settleJoin(app.me, cup, hash)));
    expect(responses.filter(({ status }) => JOINED.includes(status))).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'TX_ALREADY_USED')).toHaveLength(5);
  });

  it('PAY-09 a reverted transaction is reported; a new one can still join', async () => {
    const poor = await app.newPayer('10');
    await app.reserve(poor, app.season);
    const hash = await app.pay(poor, '500');
    const { status, body } = await app.settleJoin(poor, app.season, hash);
    expect(status).toBe(409);
    expect(body.code).toBe('TX_REVERTED');
    await app.pay(app.chain.accounts[1]!.address, '500', poor);
    await app.reserve(poor, app.season);
    expect(JOINED).toContain((await app.settleJoin(poor, app.season, await app.pay(poor, '500'))).status);
  });

  it('PAY-08 a payment that is older than the reservation is rejected', async () => {
    const hash = await app.pay(app.me, '1000');
    const { now } = app.clock;
    const cup = await app.tournament({ start: now + 5 * HOUR, deadline: now + 6 * HOUR });
    app.clock.now = now + 3 * HOUR + MINUTE;
    const { body } = await app.settleJoin(app.me, cup, hash);
    app.clock.now = now;
    expect(body.code).toBe('TX_NOT_PAYMENT');
  });

  it('API-16 a missing hash is reported', async () => {
    const { status, body } = await app.tryJoin(app.me, app.season, null);
    expect(status).toBe(400);
    expect(body.details?.[0]?.path).toBe('transaction_hash');
  });
});
