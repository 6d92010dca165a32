import { myParticipation, type Participation } from '@touchline/api/http/entries';
import { type Game, getGame } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { parseEther, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { eventually } from '../testing/games-app.ts';
import { JOINED, type PaidSuite, startPaidSuite } from '../testing/paid-suite.ts';
import { transferData } from '../testing/payer.ts';
import { type RpcDoor, startRpcDoor } from '../testing/rpc-door.ts';
import { ABANDONED_MS } from './match-payment.ts';

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let door: RpcDoor;
let app: PaidSuite;
let me: string;

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createTestDatabase('games'), testNats(), testChain()]);
  door = await startRpcDoor(chain.rpcUrl);
  app = await startPaidSuite({
    databaseUrl: database.url,
    natsUrl: nats.url,
    chain,
    rpcUrls: [door.url],
    confirmations: 2,
  });
});

afterAll(async () => {
  await app?.stop();
  await door?.stop();
  await Promise.all([nats?.stop(), chain?.stop()]);
  await database?.drop();
});

beforeEach(async () => {
  me = await app.newPayer();
  // The clock of a test that looked ahead goes on from there; the chain's goes with it.
  const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
  app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
});

/** Waits until the wallet is in the game. */
const joined = (who: string, game: Game): Promise<Participation> =>
  eventually(async () => {
    const { participation } = await app.as(who).call(myParticipation, { params: { id: game.id } });
    return participation;
  });

const owedAs = (who: string, reason: string) =>
  eventually(async () => {
    const owed = await app.owed(who);
    expect(owed.map((payment) => payment.reason)).toEqual([reason]);
    return owed[0]!;
  });

/** Waits until the scanner has read the wallet's payments. */
const seen = (who: string, payments = 1) =>
  eventually(async () => {
    const { rows } = await app.db.raw('select 1 from ledger_transfers where sender = ?', [who]);
    expect(rows).toHaveLength(payments);
  });

/** Another account with a key of its own: a transaction that can be sent once more as it is. */
async function signedPayment(index: number, amount: string) {
  const account = privateKeyToAccount(chain.accounts[index]!.privateKey);
  const nonce = Number(await app.rpc('eth_getTransactionCount', account.address, 'latest'));
  const raw = await account.signTransaction({
    chainId: 480,
    nonce,
    to: chain.token,
    data: transferData(chain.treasury, parseEther(amount)),
    gas: 200_000n,
    maxFeePerGas: parseGwei('20'),
    maxPriorityFeePerGas: parseGwei('1'),
  });
  const send = () => app.rpc<`0x${string}`>('eth_sendRawTransaction', raw);
  return { who: account.address.toLowerCase(), send };
}

const board = (game: Game, who: string | null = null) =>
  app.as(who).call(leaderboard, { params: { id: game.id }, query: { limit: '100' } });

/** The hash of a transaction that lies deep enough. */
async function deep(sending: Promise<`0x${string}`>): Promise<`0x${string}`> {
  const hash = await sending;
  await app.mine();
  return hash;
}

/** Our clock and the chain's go on together. */
async function later(ms: number): Promise<void> {
  app.clock.now += ms;
  await app.rpc('evm_increaseTime', Math.ceil(ms / 1000));
  await app.mine();
}

describe('a browser that went away', () => {
  it('PAY-16 joins who reserved, paid and closed the page: the scanner finds the payment', async () => {
    await app.reserve(me, app.season, { team_name: 'Closed the tab' });
    const hash = await app.pay(me, '500');
    await app.mine(2);
    const participation = await joined(me, app.season);
    expect(participation.team_name).toBe('Closed the tab');
    const again = await app.settleJoin(me, app.season, hash, { team_name: 'Closed the tab' });
    expect(again.status).toBe(200);
    expect(await app.owed(me)).toEqual([]);
  });

  it('PAY-16 joins who told the hash and left before the block came', async () => {
    await app.reserve(me, app.season);
    await app.automine(false);
    const hash = await app.pay(me, '500');
    expect((await app.tryJoin(me, app.season, hash)).status).toBe(202);
    await app.automine(true);
    await app.mine(2);
    await joined(me, app.season);
  });

  it('PAY-08 a payment after the hold has run out gets a seat when one is free', async () => {
    const cup = await app.tournament();
    const { expires_at } = await app.reserve(me, cup);
    await later(Date.parse(expires_at) - app.clock.now + 1000);
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.pay(me, '1000');
    await app.mine(2);
    await seen(me);
    app.clock.now += ABANDONED_MS;
    await joined(me, cup);
  });

  it('PAY-08 of two games that it may be for, the one that was reserved last is it', async () => {
    const [first, second] = [await app.tournament(), await app.tournament()];
    await app.reserve(me, first);
    app.clock.now += 1000;
    await app.reserve(me, second);
    await app.pay(me, '1000');
    await app.mine(2);
    await seen(me);
    app.clock.now += ABANDONED_MS;
    await joined(me, second);
    expect((await app.raw('GET', `/games/${first.id}/participation`, me)).status).toBe(404);
  });

  it('PAY-08 lists what came without any reservation, and takes it off when its hash is told', async () => {
    const hash = await app.pay(me, '500');
    await app.mine(2);
    await owedAs(me, 'UNMATCHED');
    app.clock.now += ABANDONED_MS;
    expect(await owedAs(me, 'NO_RESERVATION')).toMatchObject({ refund: '500', tx_hash: hash, game_id: null });
    expect(JOINED).toContain((await app.settleJoin(me, app.season, hash)).status);
    expect(await app.owed(me)).toEqual([]);
  });

  it('PAY-08 an entry keeps its seat when another reservation of its wallet runs out', async () => {
    const cup = await app.tournament();
    await app.reserve(me, cup);
    await app.automine(false);
    const hash = await app.pay(me, '1000');
    expect((await app.tryJoin(me, cup, hash)).status).toBe(202);
    app.clock.now += 31 * MINUTE;
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.reserve(me, cup, { team_name: 'Reserved again' });
    await app.automine(true);
    await app.mine(2);
    const { team_name } = await joined(me, cup);
    expect(team_name).toBe('Real Zagreb');
    app.clock.now += 4 * MINUTE;
    await eventually(async () => {
      const { rows } = await app.db.raw(
        'select state from reservations where wallet_address = ? order by created_at',
        [me],
      );
      expect(rows).toEqual([{ state: 'JOINED' }, { state: 'EXPIRED' }]);
    });
    const { rows } = await app.db.raw('select 1 from seats where wallet_address = ?', [me]);
    expect(rows).toHaveLength(1);
  });

  it('PAY-08 lists a second payment for the same game', async () => {
    await app.reserve(me, app.season);
    const [first, second] = [await app.pay(me, '500'), await app.pay(me, '500')];
    await app.mine(2);
    const { status } = await app.settleJoin(me, app.season, first);
    expect(JOINED).toContain(status);
    await seen(me, 2);
    app.clock.now += ABANDONED_MS;
    const owed = await owedAs(me, 'NO_RESERVATION');
    expect([first, second]).toContain(owed.tx_hash);
  });
});

describe('the chain cannot be reached', () => {
  it('PAY-13 a payment stays pending while no RPC answers, and joins by itself afterwards', async () => {
    await app.reserve(me, app.season);
    const hash = await app.pay(me, '500');
    door.shut();
    const waiting = await app.tryJoin(me, app.season, hash);
    expect([waiting.status, waiting.body.data?.status]).toEqual([202, 'PENDING']);
    // Not even after its hold: nobody has looked.
    app.clock.now += 31 * MINUTE;
    const before = door.turnedAway();
    await eventually(async () => expect(door.turnedAway()).toBeGreaterThan(before + 2));
    expect((await app.tryJoin(me, app.season, hash)).status).toBe(202);
    app.clock.now -= 31 * MINUTE;
    door.open();
    await app.mine(2);
    await joined(me, app.season);
  });

  it('reads on where it ended after everything was away', async () => {
    door.shut();
    await app.reserve(me, app.season);
    await app.pay(me, '500');
    await app.mine(60);
    door.open();
    await joined(me, app.season);
  });
});

describe('too late', () => {
  it('PAY-08 lists a payment for a game that closed in between as owed back', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(me, cup);
    await later(31 * MINUTE);
    const hash = await app.pay(me, '1000');
    await app.mine(2);
    const { body } = await app.settleJoin(me, cup, hash);
    expect(body).toMatchObject({ code: 'JOIN_CLOSED', error: expect.stringContaining('refunded') });
    expect(await owedAs(me, 'JOIN_CLOSED')).toMatchObject({ refund: '1000', game_id: cup.id });
  });

  it('PAY-08 takes what was paid in time, however long the confirmation took', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(me, cup);
    const hash = await app.pay(me, '1000');
    door.shut();
    expect((await app.tryJoin(me, cup, hash)).status).toBe(202);
    const paid = app.clock.now;
    await later(31 * MINUTE);
    door.open();
    await app.mine(2);
    const { joined_at } = await joined(me, cup);
    expect(Date.parse(joined_at)).toBeLessThan(paid + 10 * MINUTE);
  });

  it('PAY-08 gives up a hash that nobody knows when its hold is over; the payment counts when it comes', async () => {
    const cup = await app.tournament();
    await app.reserve(me, cup);
    await app.automine(false);
    const hash = await app.pay(me, '1000');
    expect((await app.tryJoin(me, cup, hash)).status).toBe(202);
    app.clock.now += 31 * MINUTE;
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.automine(true);
    await app.mine(2);
    await joined(me, cup);
  });
});

describe('a reorganisation of the chain', () => {
  it('PAY-08 suspends an entry whose payment it removed, and restores it when that is mined again', async () => {
    const other = await app.newPayer();
    const cup = await app.tournament();
    await app.settleJoin(other, cup, await deep(app.pay(other, '1000')));
    const payment = await signedPayment(3, '1000');
    me = payment.who;
    const hash = await deep(payment.send());
    await app.settleJoin(me, cup, hash);
    await app.reorganise(2);
    await eventually(async () => {
      const { participation } = await app.as(me).call(myParticipation, { params: { id: cup.id } });
      expect(participation).toMatchObject({ suspended: true, rank: null });
    });
    const without = await board(cup, me);
    expect(without).toMatchObject({ total: 1, me: null, summary: { total_players: 1 } });
    expect(without.leaderboard.map((row) => row.wallet_address)).toEqual([other]);
    expect(await app.owed(me)).toEqual([]);

    // The same transaction once more, behind another transfer, so that its log has another index.
    await app.automine(false);
    await app.pay(other, '1', chain.accounts[5]!.address);
    expect(await payment.send()).toBe(hash);
    await app.mine();
    await app.automine(true);
    await app.mine(2);
    await eventually(async () => {
      const { participation } = await app.as(me).call(myParticipation, { params: { id: cup.id } });
      expect(participation).toMatchObject({ suspended: false, rank: 1 });
    });
    const all = await board(cup, me);
    expect(all).toMatchObject({ total: 2, summary: { total_players: 2 } });
    const { rows } = await app.db.raw('select state from ledger_transfers where sender = ?', [me]);
    expect(rows).toHaveLength(1);
    expect(await app.owed(me)).toEqual([]);
    const reused = await app.settleJoin(me, app.season, hash);
    expect(reused.body.code).toBe('TX_ALREADY_USED');
  });

  it('PAY-08 notices at once when the transaction is in another block already', async () => {
    const cup = await app.tournament();
    const payment = await signedPayment(4, '1000');
    me = payment.who;
    const hash = await deep(payment.send());
    await app.settleJoin(me, cup, hash);
    door.shut();
    await app.reorganise(2);
    expect(await payment.send()).toBe(hash);
    await app.mine(3);
    door.open();
    await eventually(async () => {
      const { rows } = await app.db.raw('select block_hash from ledger_transfers where tx_hash = ?', [hash]);
      const { blockHash } = await app.receipt(hash);
      expect(rows).toEqual([{ block_hash: blockHash }]);
    });
    const { participation } = await app.as(me).call(myParticipation, { params: { id: cup.id } });
    expect(participation.suspended).toBe(false);
  });

  it('PAY-08 looks at a payment until it is final', async () => {
    const hash = await deep(app.pay(me, '500'));
    await app.settleJoin(me, app.season, hash);
    const state = async () => {
      const { rows } = await app.db.raw('select state from ledger_transfers where tx_hash = ?', [hash]);
      return rows[0].state;
    };
    expect(await state()).toBe('SEEN');
    await app.mine(4);
    await eventually(async () => expect(await state()).toBe('CONFIRMED'));
    await app.mine(10);
    await eventually(async () => expect(await state()).toBe('FINAL'));
  });
});

it('counts the participants of a game by its entries', async () => {
  const { game } = await app.as(null).call(getGame, { params: { id: app.season.id } });
  const { rows } = await app.db.raw('select count(*)::int as n from entries where game_id = ?', [game.id]);
  expect(game.current_participants).toBe(rows[0].n);
});
