import { requireParticipation } from '@touchline/api/http/entries';
import { canJoin, getGame } from '@touchline/api/http/games';
import { countBlocked, eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();

beforeEach(() => {
  app.clock.now = app.start;
});

const many = (count: number) => Promise.all(Array.from({ length: count }, () => app.newPayer()));

const tryReserve = (who: string, id: string, body: object = {}) => {
  const { transaction_hash: _, ...team } = buildJoin();
  return app.raw('POST', `/games/${id}/reserve`, who, { ...team, ...body });
};

const seatsOf = async (id: string): Promise<number[]> => {
  const { rows } = await app.db.raw('select number from seats where game_id = ? order by number', [id]);
  return rows.map((row: { number: number }) => row.number);
};

describe('a reservation', () => {
  it('PAY-08 a reservation holds a seat for three minutes and has amount, recipient and deadline', async () => {
    const cup = await app.tournament({ entry_fee: '1000.5' });
    const { status, body } = await tryReserve(app.me, cup.id);
    expect(status).toBe(201);
    expect(body.data?.reservation).toEqual({
      reservation_id: expect.any(String),
      game_id: cup.id,
      amount: '1000.5',
      token: app.chain.token,
      recipient: app.chain.treasury.toLowerCase(),
      expires_at: new Date(app.start + 3 * MINUTE).toISOString(),
    });
    expect(await seatsOf(cup.id)).toEqual([1]);
  });

  it('S4 a repeated reservation takes the new team and keeps its end', async () => {
    const cup = await app.tournament();
    const first = await app.reserve(app.me, cup);
    app.clock.now += MINUTE;
    const again = await app.reserve(app.me, cup, { team_name: 'Another' });
    expect(again.reservation_id).toBe(first.reservation_id);
    expect(Date.parse(again.expires_at)).toBe(app.start + 3 * MINUTE);
    expect(await seatsOf(cup.id)).toEqual([1]);
    const joined = await app.settleJoin(app.me, cup, await app.pay(app.me, '1000'), { team_name: 'Another' });
    expect(JOINED).toContain(joined.status);
  });

  it('A9 thirty concurrent requests make one reservation', async () => {
    const cup = await app.tournament();
    const all = await Promise.all(Array.from({ length: 30 }, () => app.reserve(app.me, cup)));
    expect(new Set(all.map(({ reservation_id }) => reservation_id)).size).toBe(1);
    expect(await seatsOf(cup.id)).toEqual([1]);
  });

  it('an expired hold frees its seat', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    app.clock.now += 3 * MINUTE;
    await eventually(async () => expect(await seatsOf(cup.id)).toEqual([]));
  });

  it('a seat is not freed while another transaction counts seats', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    await app.db.transaction(async (counting) => {
      await counting.raw('select from games where id = ? for update', [cup.id]);
      app.clock.now += 3 * MINUTE;
      await expect.poll(() => countBlocked(app.db)).toBe(1);
      expect(await seatsOf(cup.id)).toEqual([1]);
    });
    await eventually(async () => expect(await seatsOf(cup.id)).toEqual([]));
  });

  it('S4 a reservation holds for thirty minutes once an RPC knows the payment', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    await app.automine(false);
    const hash = await app.pay(app.me, '1000');
    expect((await app.tryJoin(app.me, cup, hash)).status).toBe(202);
    const { rows } = await app.db.raw(
      'select expires_at as until from reservations where wallet_address = ?',
      [app.me],
    );
    expect(rows[0].until).toBe(app.start + 30 * MINUTE);
    await app.automine(true);
  });

  it('a reservation fixes fee and prices, so the team joins although a price has risen', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    const captain = app.feed.players.find(({ id }) => id === 138)!;
    captain.price = 60;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    expect((await tryReserve(await app.newPayer(), cup.id)).body.code).toBe('SQUAD_INVALID');
    const { roster_snapshot } = requireParticipation(
      await app.join(app.me, cup, await app.pay(app.me, '1000')),
    );
    captain.price = 5;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    expect(roster_snapshot.find(({ id }) => id === 138)?.price).toBe(5);
  });

  it.each<[string, () => Promise<string>, object, number, string]>([
    ['an invalid team', async () => app.season.id, { formation: '4-4-2' }, 422, 'LINEUP_INVALID'],
    ['a hash', async () => app.season.id, { transaction_hash: null }, 400, 'VALIDATION_FAILED'],
    ['a free game', async () => (await app.game('WEEKLY', 1)).id, {}, 409, 'PAYMENT_NOT_NEEDED'],
    ['an unknown game', async () => '00000000-0000-4000-8000-000000000000', {}, 404, 'NOT_FOUND'],
    [
      'a tournament whose window is not open',
      async () => (await app.tournament({ start: app.start + 3 * HOUR })).id,
      {},
      409,
      'JOIN_NOT_OPEN',
    ],
  ])('a reservation is rejected for %s', async (_, game, body, status, code) => {
    const response = await tryReserve(app.me, await game(), body);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('a reservation requires authentication', async () => {
    const response = await app.raw('POST', `/games/${app.season.id}/reserve`, null, buildJoin());
    expect(response.status).toBe(401);
  });

  it('a reservation is rejected after joining', async () => {
    await app.settleJoin(app.me, app.season, await app.pay(app.me, '500'));
    expect((await tryReserve(app.me, app.season.id)).body.code).toBe('ALREADY_JOINED');
  });
});

describe('the seats of a tournament', () => {
  it('A9 API-21 twenty of thirty concurrent reservations get a seat, and the others are rejected as full', async () => {
    const cup = await app.tournament();
    const wallets = await many(30);
    const responses = await Promise.all(wallets.map((who) => tryReserve(who, cup.id)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.filter(({ body }) => body.code === 'GAME_FULL')).toHaveLength(10);
    expect(await seatsOf(cup.id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await app.as(app.me).request(canJoin, { params: { id: cup.id } })).toMatchObject({
      canJoin: false,
      code: 'FULL',
    });
    const holder = wallets[responses.findIndex(({ status }) => status === 201)]!;
    expect(await app.as(holder).request(canJoin, { params: { id: cup.id } })).toMatchObject({
      canJoin: true,
    });
    app.clock.now += 3 * MINUTE;
    expect(await app.as(app.me).request(canJoin, { params: { id: cup.id } })).toMatchObject({
      canJoin: true,
    });
    expect((await tryReserve(app.me, cup.id)).status).toBe(201);
  });

  it('PAY-08 one of thirty wallets that paid without reserving gets the last seat, and the others get a refund', async () => {
    const cup = await app.tournament();
    const early = await many(19);
    await Promise.all(early.map(async (who) => app.settleJoin(who, cup, await app.pay(who, '1000'))));
    const late = await many(30);
    const hashes = await Promise.all(late.map((who) => app.pay(who, '1000')));
    const responses = await Promise.all(late.map((who, index) => app.settleJoin(who, cup, hashes[index]!)));
    expect(responses.filter(({ status }) => JOINED.includes(status))).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected).toHaveLength(29);
    for (const { body } of rejected) {
      expect(body.code).toBe('GAME_FULL');
      expect(body.error).toContain('refunded');
    }
    for (const [index, who] of late.entries()) {
      const open = await app.openPayments(who);
      if (JOINED.includes(responses[index]!.status)) expect(open).toEqual([]);
      else
        expect(open).toMatchObject([
          { reason: 'GAME_FULL', refund: '1000', tx_hash: hashes[index], game_id: cup.id },
        ]);
    }
    const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
    expect([game.current_participants, game.max_participants]).toEqual([20, 20]);
    const { rows } = await app.db.raw('select ordinal from entries where game_id = ? order by ordinal', [
      cup.id,
    ]);
    expect(rows.map((row: { ordinal: number }) => row.ordinal)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    // Repeating the request gives the same response and no second refund.
    const again = await app.settleJoin(late[0]!, cup, hashes[0]!);
    expect([200, 409]).toContain(again.status);
    expect((await app.openPayments(late[0]!)).length).toBeLessThanOrEqual(1);
  });

  it('PAY-08 a payment after an expired hold is refunded when the game is full', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    app.clock.now += 3 * MINUTE;
    const others = await many(20);
    await Promise.all(others.map((who) => app.reserve(who, cup)));
    const hash = await app.pay(app.me, '1000');
    const { body } = await app.settleJoin(app.me, cup, hash);
    expect(body.code).toBe('GAME_FULL');
    expect(await app.openPayments(app.me)).toMatchObject([
      { reason: 'GAME_FULL', tx_hash: hash, refund: '1000' },
    ]);
  });

  it('a tournament without a fee is also limited to twenty seats', async () => {
    const cup = await app.tournament({ entry_fee: '0' });
    const wallets = await many(22);
    const responses = await Promise.all(wallets.map((who) => app.tryJoin(who, cup, null)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.filter(({ body }) => body.code === 'GAME_FULL')).toHaveLength(2);
  });

  it('a season game is never full', async () => {
    const wallets = await many(25);
    await Promise.all(wallets.map((who) => app.reserve(who, app.season)));
    expect(await rejection(app.join(wallets[0]!, app.season, null))).toMatchObject({ status: 400 });
    expect(await seatsOf(app.season.id)).toEqual([]);
  });
});
