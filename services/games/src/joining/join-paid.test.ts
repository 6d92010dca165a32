import { myParticipation, requireParticipation } from '@touchline/api/http/entries';
import { canJoin, getGame } from '@touchline/api/http/games';
import { compileContract } from '@touchline/contracts/compile';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { encodeFunctionData, type Hex, parseEther } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildJoin } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { transferData } from '../testing/payer.ts';

const app = setUpPaidSuite();

const surplusOf = async (hash: string) => {
  const { rows } = await app.db.raw(
    'select surplus, amount from payments join ledger_transfers on id = transfer_id where tx_hash = ?',
    [hash],
  );
  return rows[0] as { surplus: string; amount: string };
};

const runData = (to: Hex, data: Hex) =>
  encodeFunctionData({
    abi: [
      {
        type: 'function',
        name: 'run',
        inputs: [{ type: 'address' }, { type: 'bytes' }],
        outputs: [],
        stateMutability: 'nonpayable',
      },
    ],
    args: [to, data],
  });

describe('a valid payment', () => {
  it('PAY-08 API-16 a payment of exactly the fee joins', async () => {
    const { reservation_id, amount, recipient, token } = await app.reserve(app.me, app.season);
    expect({ amount, recipient, token }).toEqual({
      amount: '500',
      recipient: app.chain.treasury.toLowerCase(),
      token: app.chain.token,
    });
    const hash = await app.pay(app.me, amount);
    const { status, body } = await app.settleJoin(app.me, app.season, hash);
    expect(JOINED).toContain(status);
    expect(body.data?.participation).toMatchObject({ game_id: app.season.id, suspended: false });
    expect(await surplusOf(hash)).toEqual({ amount: String(parseEther('500')), surplus: '0' });
    const { rows } = await app.db.raw('select state, tx_hash, entry_id from reservations where id = ?', [
      reservation_id,
    ]);
    expect(rows).toEqual([
      { state: 'JOINED', tx_hash: hash, entry_id: (body.data!.participation as { id: string }).id },
    ]);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 a payment of more than the fee joins, and the surplus is recorded', async () => {
    await app.reserve(app.me, app.season);
    const hash = await app.pay(app.me, '512.5');
    requireParticipation(await app.join(app.me, app.season, hash));
    expect(await surplusOf(hash)).toMatchObject({ surplus: String(parseEther('12.5')) });
    expect(await app.openPayments(app.me)).toMatchObject([
      { reason: 'OVERPAID', amount: '512.5', refund: '12.5' },
    ]);
  });

  it('PAY-08 a payment without a reservation joins and creates one', async () => {
    const hash = await app.pay(app.me, '500');
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, hash)).status);
  });

  it('PAY-08 an upper-case hash is accepted', async () => {
    const hash = await app.pay(app.me, '500');
    const upperCase = `0x${hash.slice(2).toUpperCase()}`;
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, upperCase)).status);
    expect((await app.settleJoin(app.me, app.season, hash)).status).toBe(200);
  });

  it('API-16 a repeated hash returns the same participation', async () => {
    const hash = await app.pay(app.me, '500');
    const first = await app.settleJoin(app.me, app.season, hash);
    const again = await app.settleJoin(app.me, app.season, hash);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('API-16 thirty parallel joins with one hash create one participation', async () => {
    const { game: before } = await app.as(null).request(getGame, { params: { id: app.season.id } });
    const hash = await app.pay(app.me, '500');
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => app.settleJoin(app.me, app.season, hash)),
    );
    expect(responses.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    const ids = responses.map(({ body }) => (body.data?.participation as { id: string } | undefined)?.id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
    const { game } = await app.as(null).request(getGame, { params: { id: app.season.id } });
    expect(game.current_participants).toBe(before.current_participants + 1);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 a smart account may join by a transaction of another account, because the log names the payer', async () => {
    const account = await app.deploy(
      compileContract(
        'Account',
        `pragma solidity 0.8.37;
        contract Account {
          function run(address to, bytes calldata data) external {
            (bool ok, ) = to.call(data);
            require(ok);
          }
        }`,
      ).bytecode,
    );
    await app.pay(app.chain.accounts[1]!.address, '2000', account);
    const hash = await app.send(
      app.me,
      account,
      runData(app.chain.token, transferData(app.chain.treasury, parseEther('500'))),
    );
    const bundler = await app.settleJoin(app.me, app.season, hash);
    expect(bundler.body.code).toBe('TX_NOT_PAYMENT');
    expect(JOINED).toContain((await app.settleJoin(account.toLowerCase(), app.season, hash)).status);
  });

  it('PAY-08 two transfers in one transaction pay two games', async () => {
    const batch = await app.deploy(
      compileContract(
        'Batch',
        `pragma solidity 0.8.37;
        contract Batch {
          function run(address to, bytes[] calldata calls) external {
            for (uint i; i < calls.length; i++) {
              (bool ok, ) = to.call(calls[i]);
              require(ok);
            }
          }
        }`,
      ).bytecode,
    );
    await app.pay(app.chain.accounts[1]!.address, '2000', batch);
    const owner = batch.toLowerCase();
    const cup = await app.tournament();
    const calls = ['1000', '500'].map((amount) => transferData(app.chain.treasury, parseEther(amount)));
    const data = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'run',
          inputs: [{ type: 'address' }, { type: 'bytes[]' }],
          outputs: [],
          stateMutability: 'nonpayable',
        },
      ],
      args: [app.chain.token, calls],
    });
    const hash = await app.send(app.me, batch, data);
    expect(JOINED).toContain((await app.settleJoin(owner, app.season, hash)).status);
    expect(JOINED).toContain((await app.settleJoin(owner, cup, hash)).status);
    expect(await app.openPayments(owner)).toEqual([]);
  });
});

describe('a pending payment', () => {
  it('API-16 API-21 a hash that is not mined yet is PENDING, then joins', async () => {
    const { reservation_id } = await app.reserve(app.me, app.season);
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    const waiting = await app.tryJoin(app.me, app.season, hash);
    expect(waiting.status).toBe(202);
    expect(waiting.body.data).toEqual({ status: 'PENDING', reservation_id });
    expect(await app.as(app.me).request(canJoin, { params: { id: app.season.id } })).toMatchObject({
      canJoin: false,
      code: 'PAYMENT_PENDING',
    });
    const again = await app.raw('POST', `/games/${app.season.id}/reserve`, app.me, buildJoin());
    expect(again.body.code).toBe('PAYMENT_PENDING');
    await app.mine();
    await app.automine(true);
    const joined = requireParticipation(await app.join(app.me, app.season, hash));
    const mine = await app.as(app.me).request(myParticipation, { params: { id: app.season.id } });
    expect(mine.participation.id).toBe(joined.id);
  });

  it('API-16 a pending payment joins with the reserved team and rejects another one', async () => {
    await app.reserve(app.me, app.season, { team_name: 'Reserved' });
    const hash = await app.pay(app.me, '500');
    const other = await app.settleJoin(app.me, app.season, hash, { team_name: 'Other' });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('RESERVATION_MISMATCH');
    await eventually(async () => {
      const { participation } = await app
        .as(app.me)
        .request(myParticipation, { params: { id: app.season.id } });
      expect(participation.team_name).toBe('Reserved');
    });
    // Now the payment has bought the reserved team, so its hash returns that entry (game rules 5.6).
    const again = await app.settleJoin(app.me, app.season, hash, { team_name: 'Other' });
    expect(again.status).toBe(200);
    expect(again.body.data?.participation).toMatchObject({ team_name: 'Reserved' });
    const unrelated = await app.pay(app.me, '500');
    const rejected = await app.settleJoin(app.me, app.season, unrelated, { team_name: 'Other' });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'ALREADY_JOINED']);
  });

  it('PAY-08 the hash of a replaced transaction is accepted for the same reservation', async () => {
    await app.reserve(app.me, app.season);
    const lost = `0x${'ab'.repeat(32)}`;
    expect((await app.tryJoin(app.me, app.season, lost)).status).toBe(202);
    const hash = await app.pay(app.me, '500');
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, hash)).status);
  });
});
