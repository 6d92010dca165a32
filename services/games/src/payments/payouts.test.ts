import { cancelAdminGame, getAdminGame } from '@touchline/api/http/admin-games';
import {
  beginPayout,
  giveUpPayout,
  listAdminPayments,
  listPayouts,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { getParticipation, myParticipation, myParticipations } from '@touchline/api/http/entries';
import { getGame } from '@touchline/api/http/games';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { ABANDONED_MS } from './match-payment.ts';

const app = setUpPaidSuite();

beforeEach(async () => {
  const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
  app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
});

const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const begin = (id: string, admin = ADMIN) => send(beginPayout, { params: { id } }, { admin });
const giveUp = async (id: string, body = {}) => (await send(giveUpPayout, { params: { id }, body })).payout;
const report = async (id: string, transaction_hash: string) =>
  (await send(reportPayout, { params: { id }, body: { transaction_hash } })).payout;

const cancel = async (id: string) => {
  const { version } = (await send(getAdminGame, { params: { id } })).game;
  await send(cancelAdminGame, { params: { id }, version, body: { reason: 'rained off' } });
};

/** Reads the payouts to a wallet, due or sent. */
const readPayouts = async (who: string) => (await send(listPayouts, { query: { search: who } })).payouts;
const readPayout = async (who: string) => (await readPayouts(who))[0]!;

/** Mines until every payment of the wallet is final. */
async function finalise(who: string) {
  await app.mine(20);
  await eventually(async () => {
    const { rows } = await app.db.raw('select distinct state from ledger_transfers where sender = ?', [who]);
    expect(rows).toEqual([{ state: 'FINAL' }]);
  });
}

/** Pays without a reservation and waits until the refund is due. */
async function payUnmatched(amount = '500') {
  const hash = await app.pay(app.me, amount);
  await finalise(app.me);
  app.clock.now += ABANDONED_MS;
  const due = await eventually(async () => {
    const payout = (await readPayouts(app.me)).find(({ paid_with }) => paid_with === hash);
    expect(payout?.reason).toBe('NO_RESERVATION');
    return payout!;
  });
  return { hash, id: due.id };
}

const tryJoin = async (hash: string) =>
  (await app.settleJoin(app.me, app.season, hash)).body.code ?? 'joined';

describe('a payment with a refund', () => {
  it('S2 a payment with a started refund cannot pay for an entry, even after the administrator gave up', async () => {
    const { hash, id } = await payUnmatched();
    const { payout } = await begin(id);
    expect(payout).toMatchObject({
      recipient: app.me,
      sender: app.chain.treasury.toLowerCase(),
      amount: '500',
      state: 'SENDING',
      payer: ADMIN,
    });
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
    expect(await giveUp(id, { nothing_signed: true, begun_at: payout.begun_at })).toMatchObject({
      payable: true,
    });
    await begin(id);
    expect(await giveUp(id, { nothing_signed: true })).toMatchObject({ payable: false, locked: true });
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
  });

  it('S2 a payment cannot pay for an entry while its refund is not mined yet', async () => {
    const { hash, id } = await payUnmatched();
    await begin(id);
    expect(await report(id, `0x${'ab'.repeat(32)}`)).toMatchObject({ state: 'SENT' });
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
  });

  it('S2 a payment cannot pay for an entry after an unreported refund', async () => {
    const { hash, id } = await payUnmatched();
    await app.pay(app.chain.treasury, '500', app.me);
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
    expect(await readPayout(app.me)).toMatchObject({ id, state: 'CONFIRMED', payer: null });
    expect(await rejection(begin(id))).toMatchObject({ code: 'STALE' });
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('S2 an underpayment with an unreported refund cannot pay for a cheaper game', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '600');
    expect((await app.settleJoin(app.me, cup, hash)).body.code).toBe('UNDERPAID');
    await app.pay(app.chain.treasury, '600', app.me);
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
    expect(await readPayouts(app.me)).toMatchObject([{ state: 'CONFIRMED', amount: '600', game_id: cup.id }]);
  });

  it('S2 concurrent requests to join and to refund never both succeed', async () => {
    const { hash, id } = await payUnmatched();
    const [started, join] = await Promise.allSettled([begin(id), tryJoin(hash)]);
    const refunded = started.status === 'fulfilled';
    expect(join).toMatchObject({ value: refunded ? 'TX_ALREADY_USED' : 'joined' });
    expect((await readPayouts(app.me)).map(({ state }) => state)).toEqual(refunded ? ['SENDING'] : []);
  });

  it('S2 a payment can pay for an entry until its refund starts, and its surplus stays due', async () => {
    const { hash } = await payUnmatched('700');
    expect(await tryJoin(hash)).toBe('joined');
    expect(await readPayouts(app.me)).toMatchObject([{ reason: 'OVERPAID', amount: '200', state: 'DUE' }]);
  });
});

describe('a refund', () => {
  it('S2 a refund is confirmed by its transfer, and each step is recorded with administrator, reason and values', async () => {
    const { hash, id } = await payUnmatched();
    await begin(id);
    const wrong = await app.pay(app.chain.treasury, '499', app.me);
    expect(await rejection(report(id, wrong))).toMatchObject({ code: 'TX_NOT_PAYMENT' });
    const paid = await app.pay(app.chain.treasury, '500', app.me);
    const reported = await report(id, paid);
    expect(reported).toMatchObject({ state: 'CONFIRMED', amount: '500', transaction_hash: paid });
    expect(await report(id, paid)).toEqual(reported);
    await finalise(app.me);
    await eventually(async () => expect(await readPayout(app.me)).toMatchObject({ final: true }));
    expect(await tryJoin(hash)).toBe('TX_ALREADY_USED');
    const { rows } = await app.db.raw(
      'select action, admin, reason, before, after from admin_changes where subject = ? order by position',
      [id],
    );
    const common = { admin: ADMIN };
    expect(rows).toEqual([
      {
        ...common,
        action: 'PAYOUT_BEGUN',
        reason: 'payout claimed',
        before: { state: 'DUE', payer: null },
        after: { state: 'SENDING', payer: ADMIN },
      },
      {
        ...common,
        action: 'PAYOUT_CONFIRMED',
        reason: 'transaction reported',
        before: { state: 'SENDING', transaction_hash: null },
        after: { state: 'CONFIRMED', transaction_hash: paid },
      },
    ]);
  });

  it('S2 a refund is sent again after a reorganisation removed it', async () => {
    const { id } = await payUnmatched();
    await begin(id);
    const paid = await app.pay(app.chain.treasury, '500', app.me);
    expect((await report(id, paid)).state).toBe('CONFIRMED');
    await app.reorganise(1);
    await eventually(async () => expect(await readPayout(app.me)).toMatchObject({ state: 'SENT' }));
    expect(await rejection(giveUp(id))).toMatchObject({ code: 'STALE' });
    await app.pay(app.chain.treasury, '500', app.me);
    await eventually(async () => expect(await readPayout(app.me)).toMatchObject({ state: 'CONFIRMED' }));
  });

  it('S2 only administrators of this service can start a refund, regardless of the requesting service', async () => {
    const { id } = await payUnmatched();
    expect(await rejection(begin(id, app.me))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await rejection(begin(`staking.${id.split('.')[1]}`))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await rejection(begin('games.nothing'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('S2 a refund is listed alongside payments that are still unmatched', async () => {
    const { hash, id } = await payUnmatched();
    const second = await app.pay(app.me, '7');
    const payments = (only?: 'unmatched' | 'refund_due') => async () => {
      const query = { search: app.me, ...(only && { only }) };
      return (await send(listAdminPayments, { query })).payments;
    };
    await eventually(async () =>
      expect(await payments()()).toMatchObject([
        { transaction_hash: second, reason: 'UNMATCHED', payout_id: null },
        { transaction_hash: hash, reason: 'NO_RESERVATION', refund: '500', payout_id: id, state: 'FINAL' },
      ]),
    );
    expect((await payments('unmatched')()).map(({ amount }) => amount)).toEqual(['7']);
    expect((await payments('refund_due')()).map(({ amount }) => amount)).toEqual(['500']);
    const page = (after: object = {}) =>
      send(listAdminPayments, { query: { search: app.me, limit: 1, ...after } });
    const { payments: first, next, total } = await page();
    expect([first[0]?.amount, total]).toEqual(['7', 2]);
    expect(await page({ after: next })).toMatchObject({ payments: [{ amount: '500' }], next: null });
  });
});

describe('a game cancelled by an administrator', () => {
  const joinTournament = async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '1000');
    await app.mine(2);
    expect(JOINED).toContain((await app.settleJoin(app.me, cup, hash)).status);
    await finalise(app.me);
    return cup;
  };

  it('S2 the game stays cancelled, and its entry fees are refunded once', async () => {
    const cup = await joinTournament();
    await cancel(cup.id);
    const due = await readPayout(app.me);
    expect(due).toMatchObject({ amount: '1000', reason: 'GAME_CANCELLED', because: '“Cup” was cancelled' });
    await begin(due.id);
    const transaction_hash = await app.pay(app.chain.treasury, '1000', app.me);
    await report(due.id, transaction_hash);
    await app.feed.publishAll();
    await app.waitForFeed();
    const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
    expect(game.status).toBe('CANCELLED');
    expect(await readPayouts(app.me)).toMatchObject([{ state: 'CONFIRMED' }]);
    const { participation } = await app.as(app.me).request(myParticipation, { params: { id: cup.id } });
    expect(participation.game_id).toBe(cup.id);
    const refunds = [{ reason: 'GAME_CANCELLED', state: 'CONFIRMED', amount: '1000', transaction_hash }];
    expect(participation.refunds).toEqual(refunds);
    const { participations } = await app.as(app.me).request(myParticipations, { query: {} });
    expect(participations).toMatchObject([{ game_id: cup.id, refunds }]);
    const mine = await app.as(app.me).request(getParticipation, { params: { id: participation.id } });
    expect(mine.participation.refunds).toEqual(refunds);
  });

  it('S2 no refund is due while only the feed has cancelled the game', async () => {
    const cup = await joinTournament();
    const kickoff_time = new Date(Date.parse(cup.start_time) - MINUTE).toISOString();
    app.feed.setFixtures(1, { kickoff_time });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
    expect(game.status).toBe('CANCELLED');
    expect(await readPayouts(app.me)).toEqual([]);
    await cancel(cup.id);
    expect(await begin((await readPayout(app.me)).id)).toMatchObject({ payout: { state: 'SENDING' } });
  });
});
