import { joinedParticipation, myParticipation } from '@touchline/api/http/entries';
import { canJoin, getGame } from '@touchline/api/http/games';
import { footballAbi } from '@touchline/chain/abi';
import { footballBytecode } from '@touchline/chain/bytecode';
import { compileContract } from '@touchline/chain/compile';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { eventually } from '../testing/games-app.ts';
import { JOINED, type PaidSuite, startPaidSuite } from '../testing/paid-suite.ts';
import { transferData } from '../testing/payer.ts';

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let app: PaidSuite;
let me: string;

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createTestDatabase('games'), testNats(), testChain()]);
  app = await startPaidSuite({ databaseUrl: database.url, natsUrl: nats.url, chain });
});

afterAll(async () => {
  await app?.stop();
  await Promise.all([nats?.stop(), chain?.stop()]);
  await database?.drop();
});

beforeEach(async () => {
  me = await app.newPayer();
});

const surplusOf = async (hash: string) => {
  const { rows } = await app.db.raw(
    'select surplus, amount from payments join ledger_transfers on id = transfer_id where tx_hash = ?',
    [hash],
  );
  return rows[0] as { surplus: string; amount: string };
};

describe('a payment that is one', () => {
  it('PAY-08 API-16 joins with the exact fee', async () => {
    const { reservation_id, amount, recipient, token } = await app.reserve(me, app.season);
    expect({ amount, recipient, token }).toEqual({
      amount: '500',
      recipient: chain.treasury.toLowerCase(),
      token: chain.token,
    });
    const hash = await app.pay(me, amount);
    const { status, body } = await app.settleJoin(me, app.season, hash);
    expect(JOINED).toContain(status);
    expect(body.data?.participation).toMatchObject({ game_id: app.season.id, suspended: false });
    expect(await surplusOf(hash)).toEqual({ amount: String(parseEther('500')), surplus: '0' });
    const { rows } = await app.db.raw('select state, tx_hash, entry_id from reservations where id = ?', [
      reservation_id,
    ]);
    expect(rows).toEqual([
      { state: 'JOINED', tx_hash: hash, entry_id: (body.data!.participation as { id: string }).id },
    ]);
    expect(await app.owed(me)).toEqual([]);
  });

  it('PAY-08 joins with more than the fee and records the surplus', async () => {
    await app.reserve(me, app.season);
    const hash = await app.pay(me, '512.5');
    joinedParticipation(await app.join(me, app.season, hash));
    expect(await surplusOf(hash)).toMatchObject({ surplus: String(parseEther('12.5')) });
    expect(await app.owed(me)).toMatchObject([{ reason: 'OVERPAID', amount: '512.5', refund: '12.5' }]);
  });

  it('PAY-08 joins without a reservation, which it makes by itself', async () => {
    const hash = await app.pay(me, '500');
    expect(JOINED).toContain((await app.settleJoin(me, app.season, hash)).status);
  });

  it('PAY-08 knows a hash in capitals', async () => {
    const hash = await app.pay(me, '500');
    const loud = `0x${hash.slice(2).toUpperCase()}`;
    expect(JOINED).toContain((await app.settleJoin(me, app.season, loud)).status);
    expect((await app.settleJoin(me, app.season, hash)).status).toBe(200);
  });

  it('API-16 answers the same hash again with the same participation', async () => {
    const hash = await app.pay(me, '500');
    const first = await app.settleJoin(me, app.season, hash);
    const again = await app.settleJoin(me, app.season, hash);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('API-16 makes one participation of thirty parallel joins with one hash', async () => {
    const { game: before } = await app.as(null).call(getGame, { params: { id: app.season.id } });
    const hash = await app.pay(me, '500');
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.settleJoin(me, app.season, hash)));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    const ids = answers.map(({ body }) => (body.data?.participation as { id: string } | undefined)?.id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
    const { game } = await app.as(null).call(getGame, { params: { id: app.season.id } });
    expect(game.current_participants).toBe(before.current_participants + 1);
    expect(await app.owed(me)).toEqual([]);
  });

  it('PAY-08 lets a smart account pay that others send transactions for: the log says who paid', async () => {
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
    await app.pay(chain.accounts[1]!.address, '2000', account);
    const hash = await app.send(
      me,
      account,
      runData(chain.token, transferData(chain.treasury, parseEther('500'))),
    );
    const bundler = await app.settleJoin(me, app.season, hash);
    expect(bundler.body.code).toBe('TX_NOT_PAYMENT');
    expect(JOINED).toContain((await app.settleJoin(account.toLowerCase(), app.season, hash)).status);
  });

  it('PAY-08 pays two games with two transfers in one transaction', async () => {
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
    await app.pay(chain.accounts[1]!.address, '2000', batch);
    const owner = batch.toLowerCase();
    const cup = await app.tournament();
    const calls = ['1000', '500'].map((amount) => transferData(chain.treasury, parseEther(amount)));
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
      args: [chain.token, calls],
    });
    const hash = await app.send(me, batch, data);
    expect(JOINED).toContain((await app.settleJoin(owner, app.season, hash)).status);
    expect(JOINED).toContain((await app.settleJoin(owner, cup, hash)).status);
    expect(await app.owed(owner)).toEqual([]);
  });
});

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

describe('a payment that is none', () => {
  it('PAY-08 refuses less than the fee and lists it as owed back', async () => {
    await app.reserve(me, app.season);
    const hash = await app.pay(me, '499.999999999999999999');
    const first = await app.settleJoin(me, app.season, hash);
    expect(first.status).toBe(409);
    expect(first.body).toMatchObject({ code: 'UNDERPAID', error: expect.stringContaining('refunded') });
    expect((await app.settleJoin(me, app.season, hash)).body.code).toBe('UNDERPAID');
    expect(await app.owed(me)).toMatchObject([
      { reason: 'UNDERPAID', refund: '499.999999999999999999', game_id: app.season.id, tx_hash: hash },
    ]);
    const right = await app.pay(me, '500');
    expect(JOINED).toContain((await app.settleJoin(me, app.season, right)).status);
  });

  const nothing = async (hash: string) => {
    const { status, body } = await app.settleJoin(me, app.season, hash);
    expect(status).toBe(409);
    expect(body.code).toBe('TX_NOT_PAYMENT');
    expect((await app.raw('GET', `/games/${app.season.id}/participation`, me)).status).toBe(404);
    expect(await app.as(me).call(canJoin, { params: { id: app.season.id } })).toMatchObject({
      canJoin: true,
    });
  };

  it('PAY-08 refuses a transfer of nothing', async () => {
    await nothing(await app.pay(me, '0'));
    expect(await app.owed(me)).toEqual([]);
  });

  it("PAY-08 refuses transferFrom(victim, treasury, 0), which a stranger can make in anybody's name", async () => {
    const stranger = await app.newPayer();
    const data = encodeFunctionData({
      abi: footballAbi,
      functionName: 'transferFrom',
      args: [me as Hex, chain.treasury, 0n],
    });
    const hash = await app.send(stranger, chain.token, data);
    expect(await app.receipt(hash)).toMatchObject({ status: '0x1', logs: [expect.anything()] });
    await nothing(hash);
    expect(await app.owed(me)).toEqual([]);
  });

  it('PAY-08 refuses a token that only calls itself FOOTBALL', async () => {
    const fake = await app.deploy(
      encodeDeployData({ abi: footballAbi, bytecode: footballBytecode, args: [parseEther('1000000')] }),
    );
    await app.pay(chain.accounts[2]!.address, '1000', me, fake);
    await nothing(await app.pay(me, '500', chain.treasury, fake));
  });

  it('PAY-08 refuses a transfer to somebody else, the staking wallet included', async () => {
    await nothing(await app.pay(me, '500', chain.stakingWallet));
    await nothing(await app.pay(me, '500', chain.accounts[5]!.address));
  });

  it("PAY-08 refuses another user's hash, and its owner still joins with it", async () => {
    const owner = await app.newPayer();
    const hash = await app.pay(owner, '500');
    await nothing(hash);
    expect(JOINED).toContain((await app.settleJoin(owner, app.season, hash)).status);
  });

  it('PAY-08 a stranger who posts a hash first, while it is not mined, takes nothing from its owner', async () => {
    const owner = await app.newPayer();
    await app.automine(false);
    const hash = await app.pay(owner, '500');
    expect((await app.tryJoin(me, app.season, hash)).status).toBe(202);
    expect((await app.tryJoin(owner, app.season, hash)).status).toBe(202);
    await app.mine();
    await app.automine(true);
    const [squatter, honest] = await Promise.all([
      app.settleJoin(me, app.season, hash),
      app.settleJoin(owner, app.season, hash),
    ]);
    expect(squatter.body.code).toBe('TX_NOT_PAYMENT');
    expect(JOINED).toContain(honest.status);
    expect(await app.owed(owner)).toEqual([]);
  });

  it('PAY-08 refuses one transfer for two games', async () => {
    const cup = await app.tournament();
    const hash = await app.pay(me, '1000');
    expect(JOINED).toContain((await app.settleJoin(me, cup, hash)).status);
    const second = await app.settleJoin(me, app.season, hash);
    expect(second.status).toBe(409);
    expect(second.body.code).toBe('TX_ALREADY_USED');
  });

  it('PAY-08 lets one transfer be claimed once, however many games ask at the same time', async () => {
    const cups = await Promise.all(Array.from({ length: 6 }, () => app.tournament()));
    const hash = await app.pay(me, '1000');
    const answers = await Promise.all(cups.map((cup) => app.settleJoin(me, cup, hash)));
    expect(answers.filter(({ status }) => JOINED.includes(status))).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'TX_ALREADY_USED')).toHaveLength(5);
  });

  it('PAY-09 tells a reverted transaction; a new one still joins', async () => {
    const poor = await app.newPayer('10');
    await app.reserve(poor, app.season);
    const hash = await app.pay(poor, '500');
    const { status, body } = await app.settleJoin(poor, app.season, hash);
    expect(status).toBe(409);
    expect(body.code).toBe('TX_REVERTED');
    await app.pay(chain.accounts[1]!.address, '500', poor);
    await app.reserve(poor, app.season);
    expect(JOINED).toContain((await app.settleJoin(poor, app.season, await app.pay(poor, '500'))).status);
  });

  it('PAY-08 refuses a payment that is older than the reservation', async () => {
    const hash = await app.pay(me, '1000');
    const { now } = app.clock;
    const cup = await app.tournament({ start: now + 5 * HOUR, deadline: now + 6 * HOUR });
    app.clock.now = now + 3 * HOUR + MINUTE;
    const { body } = await app.settleJoin(me, cup, hash);
    app.clock.now = now;
    expect(body.code).toBe('TX_NOT_PAYMENT');
  });

  it('API-16 names the missing hash', async () => {
    const { status, body } = await app.tryJoin(me, app.season, null);
    expect(status).toBe(400);
    expect(body.details?.[0]?.path).toBe('transaction_hash');
  });
});

describe('a payment on its way', () => {
  it('API-16 API-21 waits for a hash that is not mined yet, then joins', async () => {
    const { reservation_id } = await app.reserve(me, app.season);
    await app.automine(false);
    const hash = await app.pay(me, '500');
    const waiting = await app.tryJoin(me, app.season, hash);
    expect(waiting.status).toBe(202);
    expect(waiting.body.data).toEqual({ status: 'PENDING', reservation_id });
    expect(await app.as(me).call(canJoin, { params: { id: app.season.id } })).toMatchObject({
      canJoin: false,
      code: 'PAYMENT_PENDING',
    });
    const again = await app.raw('POST', `/games/${app.season.id}/reserve`, me, buildJoin());
    expect(again.body.code).toBe('PAYMENT_PENDING');
    await app.mine();
    await app.automine(true);
    const joined = joinedParticipation(await app.join(me, app.season, hash));
    const mine = await app.as(me).call(myParticipation, { params: { id: app.season.id } });
    expect(mine.participation.id).toBe(joined.id);
  });

  it('API-16 the reserved team is what joins: another one is refused', async () => {
    await app.reserve(me, app.season, { team_name: 'Reserved' });
    const hash = await app.pay(me, '500');
    const other = await app.settleJoin(me, app.season, hash, { team_name: 'Other' });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('RESERVATION_MISMATCH');
    await eventually(async () => {
      const { participation } = await app.as(me).call(myParticipation, { params: { id: app.season.id } });
      expect(participation.team_name).toBe('Reserved');
    });
  });

  it('PAY-08 takes the hash of a replaced transaction for the same reservation', async () => {
    await app.reserve(me, app.season);
    const lost = `0x${'ab'.repeat(32)}`;
    expect((await app.tryJoin(me, app.season, lost)).status).toBe(202);
    const hash = await app.pay(me, '500');
    expect(JOINED).toContain((await app.settleJoin(me, app.season, hash)).status);
  });
});
