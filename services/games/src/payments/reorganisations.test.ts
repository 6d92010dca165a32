import { myParticipation } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpPaidSuite } from '../testing/paid-suite.ts';
import { signPayment } from '../testing/sign-payment.ts';

const app = setUpPaidSuite({ confirmations: 2 });

beforeEach(async () => {
  // Tests advance the clock of the chain too, which cannot go back.
  const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
  app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
});

const readLeaderboard = (game: Game, who: string | null = null) =>
  app.as(who).request(leaderboard, { params: { id: game.id }, query: { limit: '100' } });

/** Mines a block so that the transaction has enough confirmations. */
async function confirm(sending: Promise<`0x${string}`>): Promise<`0x${string}`> {
  const hash = await sending;
  await app.mine();
  return hash;
}

describe('a chain reorganisation', () => {
  it('PAY-08 a reorganisation suspends an entry whose payment it removed, until the payment is mined again', async () => {
    const other = await app.newPayer();
    const cup = await app.tournament();
    await app.settleJoin(other, cup, await confirm(app.pay(other, '1000')));
    const payment = await signPayment(app, 3, '1000');
    app.me = payment.who;
    const hash = await confirm(payment.send());
    await app.settleJoin(app.me, cup, hash);
    await app.reorganise(2);
    await eventually(async () => {
      const { participation } = await app.as(app.me).request(myParticipation, { params: { id: cup.id } });
      expect(participation).toMatchObject({ suspended: true, rank: null });
    });
    const without = await readLeaderboard(cup, app.me);
    expect(without).toMatchObject({ total: 1, me: null, summary: { total_players: 1 } });
    expect(without.leaderboard.map((row) => row.wallet_address)).toEqual([other]);
    expect(await app.openPayments(app.me)).toEqual([]);

    // The same transaction is mined again after another transfer, so its log has another index.
    await app.automine(false);
    await app.pay(other, '1', app.chain.accounts[5]!.address);
    expect(await payment.send()).toBe(hash);
    await app.mine();
    await app.automine(true);
    await app.mine(2);
    await eventually(async () => {
      const { participation } = await app.as(app.me).request(myParticipation, { params: { id: cup.id } });
      expect(participation).toMatchObject({ suspended: false, rank: 1 });
    });
    const all = await readLeaderboard(cup, app.me);
    expect(all).toMatchObject({ total: 2, summary: { total_players: 2 } });
    const { rows } = await app.db.raw('select state from ledger_transfers where sender = ?', [app.me]);
    expect(rows).toHaveLength(1);
    expect(await app.openPayments(app.me)).toEqual([]);
    const reused = await app.settleJoin(app.me, app.season, hash);
    expect(reused.body.code).toBe('TX_ALREADY_USED');
  });

  it('PAY-08 a payment follows its transaction to a new block', async () => {
    const cup = await app.tournament();
    const payment = await signPayment(app, 4, '1000');
    app.me = payment.who;
    const hash = await confirm(payment.send());
    await app.settleJoin(app.me, cup, hash);
    app.rpcProxy.block();
    await app.reorganise(2);
    expect(await payment.send()).toBe(hash);
    await app.mine(3);
    app.rpcProxy.unblock();
    await eventually(async () => {
      const { rows } = await app.db.raw('select block_hash from ledger_transfers where tx_hash = ?', [hash]);
      const { blockHash } = await app.receipt(hash);
      expect(rows).toEqual([{ block_hash: blockHash }]);
    });
    const { participation } = await app.as(app.me).request(myParticipation, { params: { id: cup.id } });
    expect(participation.suspended).toBe(false);
  });

  it('PAY-08 a payment is checked until it is final', async () => {
    const hash = await confirm(app.pay(app.me, '500'));
    await app.settleJoin(app.me, app.season, hash);
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
