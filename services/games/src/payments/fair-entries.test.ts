import { getParticipation, myParticipation } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { countBlocked, eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { signPayment } from '../testing/sign-payment.ts';
import { ABANDONED_MS } from './match-payment.ts';

const app = setUpPaidSuite();

beforeEach(() => {
  app.clock.now = app.start;
});

/** Pays the treasury without a reservation and waits until the payment is listed for a refund. */
async function payWithoutReservation(amount: string): Promise<string> {
  const hash = await app.pay(app.me, amount);
  await app.mine(2);
  await eventually(async () => expect(await app.openPayments(app.me)).toHaveLength(1));
  app.clock.now += ABANDONED_MS;
  await eventually(async () =>
    expect((await app.openPayments(app.me)).map(({ reason }) => reason)).toEqual(['NO_RESERVATION']),
  );
  return hash;
}

/** Creates ended reservations by submitting a transaction that is not a payment. */
async function createEndedReservations(game: Game, names: readonly string[]): Promise<void> {
  const unrelated = await app.pay(app.me, '1', app.chain.accounts[5]!.address);
  for (const team_name of names)
    expect((await app.settleJoin(app.me, game, unrelated, { team_name })).body.code).toBe('TX_NOT_PAYMENT');
}

const readJoinedAt = async (game: Game) => {
  const { participation } = await app.as(app.me).request(myParticipation, { params: { id: game.id } });
  return Date.parse(participation.joined_at);
};

const waitForExpiredHold = (name: string) =>
  eventually(async () => {
    const { rows } = await app.db.raw(
      "select state from reservations where wallet_address = ? and team ->> 'team_name' = ?",
      [app.me, name],
    );
    expect(rows).toEqual([{ state: 'EXPIRED' }]);
  });

describe('teams are fixed before the matches', () => {
  it('S1 a team cannot be chosen after the matches of a tournament', async () => {
    const start = app.start + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    const money = await payWithoutReservation('1000');
    await createEndedReservations(cup, ['Team A', 'Team B', 'Team C']);
    app.clock.now = app.start + DAY + 2 * HOUR;
    const late = await app.settleJoin(app.me, cup, money, { team_name: 'Team B' });
    expect(late.body.code).toBe('JOIN_CLOSED');
    expect(await app.openPayments(app.me)).toMatchObject([{ reason: 'JOIN_CLOSED', refund: '1000' }]);
  });

  it('S1 season matches before the payment was submitted do not count', async () => {
    const money = await payWithoutReservation('500');
    await createEndedReservations(app.season, ['Season A', 'Season B']);
    app.clock.now = app.start + DAY + 5 * HOUR;
    const late = await app.settleJoin(app.me, app.season, money, { team_name: 'Season B' });
    expect(JOINED).toContain(late.status);
    expect(await readJoinedAt(app.season)).toBe(app.clock.now);
    const { participation } = await app
      .as(app.me)
      .request(myParticipation, { params: { id: app.season.id } });
    const { participation: all } = await app
      .as(app.me)
      .request(getParticipation, { params: { id: participation.id } });
    expect(all.gameweeks.flatMap(({ matches_counting }) => matches_counting ?? 0)).not.toContain(8);
  });

  it('S1 a payment joins the team that was held when it was mined, not one of an ended reservation', async () => {
    await app.reserve(app.me, app.season, { team_name: 'Failed' });
    const unrelated = await app.pay(app.me, '1', app.chain.accounts[5]!.address);
    await app.settleJoin(app.me, app.season, unrelated, { team_name: 'Failed' });
    app.clock.now += MINUTE;
    await app.reserve(app.me, app.season, { team_name: 'Held' });
    app.rpcProxy.block();
    const money = await app.pay(app.me, '500');
    app.clock.now = app.start + 20 * HOUR;
    await waitForExpiredHold('Held');
    await app.tryJoin(app.me, app.season, money, { team_name: 'Failed' });
    app.rpcProxy.unblock();
    await app.mine(2);
    await eventually(async () => expect(await app.openPayments(app.me)).toHaveLength(1));
    app.clock.now += ABANDONED_MS;
    await eventually(async () => {
      const { participation } = await app
        .as(app.me)
        .request(myParticipation, { params: { id: app.season.id } });
      expect(participation.team_name).toBe('Held');
      expect(Date.parse(participation.joined_at)).toBeLessThan(app.start + 10 * MINUTE);
    });
  });

  it('S1 an entry with a late hash counts from the payment when its team was held then', async () => {
    await app.reserve(app.me, app.season);
    app.rpcProxy.block();
    const hash = await app.pay(app.me, '500');
    app.clock.now += DAY + HOUR;
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    app.rpcProxy.unblock();
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, hash)).status);
    expect(await readJoinedAt(app.season)).toBeLessThan(app.start + 10 * MINUTE);
  });

  it('S1 a hash that was submitted for several ended teams joins the latest of them only', async () => {
    const signed = await signPayment(app, 3, '500');
    app.me = signed.who;
    for (const team_name of ['First', 'Second']) {
      expect((await app.tryJoin(app.me, app.season, signed.hash, { team_name })).status).toBe(202);
      app.clock.now += 5 * MINUTE;
      await waitForExpiredHold(team_name);
    }
    await signed.send();
    await app.mine(2);
    const first = await app.settleJoin(app.me, app.season, signed.hash, { team_name: 'First' });
    expect(first.body.code).toBe('RESERVATION_MISMATCH');
    const second = await app.settleJoin(app.me, app.season, signed.hash, { team_name: 'Second' });
    expect(JOINED).toContain(second.status);
  });

  it('S1 a team counts from the time at which a later one with the same hash got another hash', async () => {
    const signed = await signPayment(app, 4, '500');
    app.me = signed.who;
    for (const team_name of ['First', 'Second']) {
      await app.tryJoin(app.me, app.season, signed.hash, { team_name });
      app.clock.now += 5 * MINUTE;
      await waitForExpiredHold(team_name);
    }
    app.rpcProxy.block();
    await signed.send();
    app.clock.now += DAY;
    const changed_at = app.clock.now;
    const other = `0x${'ab'.repeat(32)}`;
    expect((await app.tryJoin(app.me, app.season, other, { team_name: 'Second' })).status).toBe(202);
    app.rpcProxy.unblock();
    await app.mine(2);
    await eventually(async () => expect(await readJoinedAt(app.season)).toBeGreaterThanOrEqual(changed_at));
  });

  it('S1 a wallet has at most ten reservations without a payment in a game', async () => {
    await createEndedReservations(
      app.season,
      Array.from({ length: 10 }, (_, index) => `Team ${index}`),
    );
    const rejected = await app.reserve(app.me, app.season, { team_name: 'Team 11' }).catch((error) => error);
    expect([rejected.status, rejected.code]).toEqual([429, 'RATE_LIMITED']);
    // The limit ends when the first of them is a day old.
    expect(rejected.retryAfter * 1_000).toBeGreaterThan(DAY - HOUR);
    expect(rejected.retryAfter * 1_000).toBeLessThanOrEqual(DAY);
    const unrelated = await app.pay(app.me, '1', app.chain.accounts[5]!.address);
    const join = await app.tryJoin(app.me, app.season, unrelated, { team_name: 'Team 11' });
    expect(join.body.code).toBe('RATE_LIMITED');
  });
});

describe('S26 prices', () => {
  let prices = new Map<(typeof app.feed.players)[number], number>();
  const raisePrices = async () => {
    prices = new Map(app.feed.players.map((player) => [player, player.price]));
    for (const player of app.feed.players) player.price = 9;
    await app.feed.publishAll();
    await app.waitForFeed();
  };
  afterEach(async () => {
    for (const [player, price] of prices) player.price = price;
    await app.feed.publishAll();
    await app.waitForFeed();
  });

  it('S26 an ended reservation does not keep its prices', async () => {
    await app.reserve(app.me, app.season);
    app.clock.now += 4 * MINUTE;
    await waitForExpiredHold('Real Zagreb');
    await raisePrices();
    app.clock.now = app.start + HOUR;
    await app.rpc('evm_increaseTime', 3600);
    const hash = await app.pay(app.me, '500');
    const late = await app.settleJoin(app.me, app.season, hash);
    expect([late.status, late.body.code]).toEqual([422, 'SQUAD_INVALID']);
    expect(await app.openPayments(app.me)).toMatchObject([{ reason: 'SQUAD_INVALID', refund: '500' }]);
  });

  it('S26 a reservation that ends while the next request waits does not keep its prices', async () => {
    await app.reserve(app.me, app.season);
    await raisePrices();
    const { waiting } = await app.db.transaction(async (trx) => {
      await trx.raw('select from games where id = ? for update', [app.season.id]);
      const again = rejection(app.reserve(app.me, app.season));
      await eventually(async () => expect(await countBlocked(app.db)).toBe(1));
      app.clock.now += 4 * MINUTE;
      return { waiting: again };
    });
    expect(await waiting).toMatchObject({ status: 422, code: 'SQUAD_INVALID' });
  });

  it('S26 a reservation that ends while a join with its hash waits does not keep its prices', async () => {
    await app.reserve(app.me, app.season);
    await raisePrices();
    app.rpcProxy.block(); // the worker does not find the payment
    await app.rpc('evm_increaseTime', 240);
    const hash = await app.pay(app.me, '500');
    const { waiting } = await app.db.transaction(async (trx) => {
      await trx.raw('select from games where id = ? for update', [app.season.id]);
      const join = app.tryJoin(app.me, app.season, hash);
      await eventually(async () => expect(await countBlocked(app.db)).toBe(1));
      app.clock.now += 4 * MINUTE;
      return { waiting: join };
    });
    expect((await waiting).status).toBe(202);
    app.rpcProxy.unblock();
    await app.mine(2);
    const late = await app.settleJoin(app.me, app.season, hash);
    expect([late.status, late.body.code]).toEqual([422, 'SQUAD_INVALID']);
  });
});
