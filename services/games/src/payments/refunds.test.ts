import { beginRefund, cancelGame, giveUpRefund, reportRefund } from '@touchline/api/events/refunds';
import { myParticipation } from '@touchline/api/http/entries';
import { getGame } from '@touchline/api/http/games';
import { ask } from '@touchline/service-kit/ask';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, paidSuite } from '../testing/paid-suite.ts';
import { eventually, refusal } from '../testing/waiting.ts';
import { ABANDONED_MS } from './match-payment.ts';

const app = paidSuite();

beforeEach(async () => {
  const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
  app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
});

/** Mines until a payment is final. */
async function finalPayment(hash: string) {
  await app.mine(20);
  return eventually(async () => {
    const { rows } = await app.db.raw(
      'select tx_hash, log_index, state from ledger_transfers where tx_hash = ?',
      [hash],
    );
    expect(rows[0]?.state).toBe('FINAL');
    return { tx_hash: rows[0].tx_hash as string, log_index: rows[0].log_index as number, admin: ADMIN };
  });
}

/** Pays without a reservation and waits until the refund is due. */
async function unmatched() {
  const payment = await finalPayment(await app.pay(app.me, '500'));
  app.clock.now += ABANDONED_MS;
  await eventually(async () => {
    const owed = (await app.owed(app.me)).find(({ tx_hash }) => tx_hash === payment.tx_hash);
    expect(owed?.reason).toBe('NO_RESERVATION');
  });
  return payment;
}

const begin = (payment: Awaited<ReturnType<typeof unmatched>>) => ask(app.feed.bus, beginRefund, payment);

describe('a refund', () => {
  it('S2 what is being paid back cannot pay for an entry', async () => {
    const payment = await unmatched();
    expect(await begin(payment)).toMatchObject({ recipient: app.me, amount: '500', state: 'SENDING' });
    const { body } = await app.settleJoin(app.me, app.season, payment.tx_hash);
    expect(body.code).toBe('TX_ALREADY_USED');
    await ask(app.feed.bus, giveUpRefund, payment);
    expect((await app.settleJoin(app.me, app.season, payment.tx_hash)).body.code).toBe('TX_ALREADY_USED');
  });

  it('S2 two administrators cannot pay the same refund', async () => {
    const payment = await unmatched();
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => begin(payment)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(begin(payment))).toMatchObject({ code: 'STALE' });
    await ask(app.feed.bus, giveUpRefund, payment);
    expect(await begin(payment)).toMatchObject({ state: 'SENDING' });
  });

  it('S2 leaves the list once the chain has the transfer that pays it', async () => {
    const payment = await unmatched();
    await begin(payment);
    const wrong = await app.pay(app.chain.treasury, '499', app.me);
    expect(await refusal(ask(app.feed.bus, reportRefund, { ...payment, refund_hash: wrong }))).toMatchObject({
      code: 'TX_NOT_PAYMENT',
    });
    const refund_hash = await app.pay(app.chain.treasury, '500', app.me);
    const reported = await ask(app.feed.bus, reportRefund, { ...payment, refund_hash });
    expect(reported).toMatchObject({ state: 'CONFIRMED', amount: '500' });
    expect(await ask(app.feed.bus, reportRefund, { ...payment, refund_hash })).toEqual(reported);
    expect(await app.owed(app.me)).toEqual([]);
    expect(await refusal(begin(payment))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.settleJoin(app.me, app.season, payment.tx_hash)).body.code).toBe('TX_ALREADY_USED');
  });

  it('S2 a hash that was never mined is replaced by the transfer that was', async () => {
    const payment = await unmatched();
    await begin(payment);
    const lost = `0x${'ab'.repeat(32)}`;
    const sent = await ask(app.feed.bus, reportRefund, { ...payment, refund_hash: lost });
    expect(sent.state).toBe('SENT');
    expect(await refusal(ask(app.feed.bus, giveUpRefund, payment))).toMatchObject({ code: 'STALE' });
    const other = `0x${'ac'.repeat(32)}`;
    expect(await refusal(ask(app.feed.bus, reportRefund, { ...payment, refund_hash: other }))).toMatchObject({
      code: 'STALE',
    });
    const refund_hash = await app.pay(app.chain.treasury, '500', app.me);
    const mined = await ask(app.feed.bus, reportRefund, { ...payment, refund_hash });
    expect(mined.state).toBe('CONFIRMED');
  });

  it('S2 one transfer pays one refund', async () => {
    const [first, second] = [await unmatched(), await unmatched()];
    await begin(first);
    const refund_hash = await app.pay(app.chain.treasury, '500', app.me);
    await ask(app.feed.bus, reportRefund, { ...first, refund_hash });
    await begin(second);
    await refusal(ask(app.feed.bus, reportRefund, { ...second, refund_hash }));
    expect(await app.owed(app.me)).toHaveLength(1);
  });
});

describe('a game that a person cancelled', () => {
  it('S2 stays cancelled, and its entry fees are due once', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '1000');
    await app.mine(2);
    expect(JOINED).toContain((await app.settleJoin(app.me, cup, hash)).status);
    await ask(app.feed.bus, cancelGame, { game_id: cup.id, admin: ADMIN });
    const payment = await finalPayment(hash);
    expect(await begin(payment)).toMatchObject({ amount: '1000', reason: 'GAME_CANCELLED' });
    const refund_hash = await app.pay(app.chain.treasury, '1000', app.me);
    await ask(app.feed.bus, reportRefund, { ...payment, refund_hash });
    await app.feed.everything();
    await app.caughtUp();
    const { game } = await app.as(null).call(getGame, { params: { id: cup.id } });
    expect(game.status).toBe('CANCELLED');
    expect(await app.owed(app.me)).toEqual([]);
    const { participation } = await app.as(app.me).call(myParticipation, { params: { id: cup.id } });
    expect(participation.game_id).toBe(cup.id);
  });

  it('S2 no refund begins while the feed alone has cancelled it', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '1000');
    await app.mine(2);
    expect(JOINED).toContain((await app.settleJoin(app.me, cup, hash)).status);
    const payment = await finalPayment(hash);
    const kickoff_time = new Date(Date.parse(cup.start_time) - MINUTE).toISOString();
    app.feed.setFixtures(1, { kickoff_time });
    await app.feed.fixturesChanged();
    await app.caughtUp();
    expect(await app.owed(app.me)).toMatchObject([{ reason: 'GAME_CANCELLED', refund: '1000' }]);
    expect(await refusal(begin(payment))).toMatchObject({ code: 'NOT_FOUND' });
    await ask(app.feed.bus, cancelGame, { game_id: cup.id, admin: ADMIN });
    expect(await begin(payment)).toMatchObject({ state: 'SENDING' });
  });
});
