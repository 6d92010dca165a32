import type { Game } from '@touchline/api/http/games';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();
const SQUATTERS = Array.from({ length: 20 }, (_, n) => `0x${(0xabc000 + n).toString(16).padStart(40, '0')}`);

beforeEach(() => {
  app.clock.now = app.start;
});

const cup = () => app.tournament({ start: app.start + 2 * HOUR, deadline: app.start + 110 * MINUTE });

const tryReserve = (who: string, game: Game, changes = {}) => {
  const { transaction_hash: _, ...body } = buildJoin(changes);
  return app.raw('POST', `/games/${game.id}/reserve`, who, body);
};

let hashes = 0;
const unknownHash = () => {
  hashes += 1;
  return `0x${hashes.toString(16).padStart(64, '5')}`;
};

describe('seat squatting', () => {
  it('S4 twenty wallets that renew their holds cannot keep a tournament full', {
    timeout: 120_000,
  }, async () => {
    const game = await cup();
    let full = 0;
    for (let minute = 0; minute < 100; minute += 2) {
      await Promise.all(SQUATTERS.map((who) => tryReserve(who, game, { team_name: `Minute ${minute}` })));
      app.clock.now += 2 * MINUTE - 1;
      const honest = `0x${(0xddd000 + minute).toString(16).padStart(40, '0')}`;
      const { body } = await tryReserve(honest, game);
      if (body.code === 'GAME_FULL') full += 1;
      else expect(body.success).toBe(true);
    }
    expect(full).toBeLessThanOrEqual(16);
  });

  it('S4 a renewal does not extend a hold, and a pause follows the hold', async () => {
    const game = await cup();
    const { expires_at } = await app.reserve(app.me, game);
    app.clock.now += 2 * MINUTE;
    expect((await app.reserve(app.me, game, { team_name: 'Renewed' })).expires_at).toBe(expires_at);
    app.clock.now += 2 * MINUTE;
    // Three minutes of hold plus ten of pause, minus the four that have passed.
    const pause = { status: 429, code: 'RATE_LIMITED', retryAfter: 9 * 60 };
    await expect(app.reserve(app.me, game)).rejects.toMatchObject(pause);
    app.clock.now += 10 * MINUTE;
    expect((await tryReserve(app.me, game)).status).toBe(201);
  });

  it('S4 a hash that no RPC knows holds a seat for a minute, or until the end of the hold', async () => {
    const game = await cup();
    for (const who of SQUATTERS) {
      await app.reserve(who, game);
      expect((await app.tryJoin(who, game, unknownHash())).status).toBe(202);
    }
    expect((await tryReserve(app.me, game)).body.code).toBe('GAME_FULL');
    app.clock.now += 3 * MINUTE;
    // During the pause a join with another hash takes no seat either.
    for (const who of SQUATTERS) await app.tryJoin(who, game, unknownHash(), { team_name: 'Again' });
    expect((await tryReserve(app.me, game)).status).toBe(201);
    await app.rpc('evm_increaseTime', 180);
    const hash = await app.pay(app.me, '1000');
    expect(JOINED).toContain((await app.settleJoin(app.me, game, hash)).status);
  });

  it('S4 payments that are never mined hold a seat for half an hour once, not again and again', async () => {
    const game = await cup();
    const holdEnds = async () => {
      const { rows } = await app.db.raw(
        `select expires_at from reservations where wallet_address = ? and game_id = ? order by created_at`,
        [app.me, game.id],
      );
      return rows.map(({ expires_at }: { expires_at: number }) => expires_at - app.start);
    };
    await app.automine(false);
    const hash = await app.pay(app.me, '1000');
    await app.reserve(app.me, game);
    await app.tryJoin(app.me, game, hash);
    await eventually(async () => expect(await holdEnds()).toEqual([30 * MINUTE]));
    app.clock.now += 31 * MINUTE;
    await eventually(async () =>
      expect((await tryReserve(app.me, game, { team_name: 'Again' })).status).toBe(201),
    );
    await app.tryJoin(app.me, game, hash, { team_name: 'Again' });
    await eventually(async () => {
      const { rows } = await app.db.raw('select known_at from reservations where game_id = ?', [game.id]);
      expect(rows.every(({ known_at }: { known_at: number | null }) => known_at !== null)).toBe(true);
    });
    expect(await holdEnds()).toEqual([30 * MINUTE, 34 * MINUTE]);
    await app.automine(true);
  });

  it('S4 twenty wallets with pending payments keep a tournament full for half an hour, and then for four minutes', {
    timeout: 120_000,
  }, async () => {
    const game = await cup();
    const payers = await Promise.all(SQUATTERS.map(() => app.newPayer()));
    await app.automine(false);
    /** Waits until the worker has ended earlier holds. */
    const waitForSeat = (who: string, team = {}) =>
      eventually(async () => expect((await tryReserve(who, game, team)).status).toBe(201));
    const hold = async (team_name: string) => {
      for (const who of payers) {
        await waitForSeat(who, { team_name });
        await app.tryJoin(who, game, await app.pay(who, '1000'), { team_name });
      }
    };
    const [honest, other] = ['0xddd1', '0xddd2'].map((start) => start.padEnd(42, '0'));
    await hold('First');
    app.clock.now += 30 * MINUTE - 1;
    expect((await tryReserve(honest!, game)).body.code).toBe('GAME_FULL');
    app.clock.now += 1;
    await waitForSeat(honest!);
    app.clock.now += 3 * MINUTE;
    await hold('Again');
    expect((await tryReserve(other!, game)).body.code).toBe('GAME_FULL');
    app.clock.now += 4 * MINUTE;
    await waitForSeat(other!);
    await app.automine(true);
  });

  it('S4 a payment that is cancelled just before its half hour ends does not give another half hour', async () => {
    const game = await cup();
    const reservations = async () => {
      const { rows } = await app.db.raw(
        `select state, known_at, expires_at from reservations where wallet_address = ? and game_id = ?
         order by created_at`,
        [app.me, game.id],
      );
      return rows;
    };
    await app.automine(false);
    await app.reserve(app.me, game);
    const first = await app.pay(app.me, '1000');
    await app.tryJoin(app.me, game, first);
    app.clock.now += 20 * MINUTE;
    await app.rpc('anvil_dropTransaction', first);
    await app.tryJoin(app.me, game, first);
    app.clock.now += 2 * MINUTE;
    await eventually(async () => expect(await reservations()).toMatchObject([{ state: 'EXPIRED' }]));
    await app.reserve(app.me, game, { team_name: 'Again' });
    const second = await app.pay(app.me, '1000.1');
    await app.tryJoin(app.me, game, second, { team_name: 'Again' });
    expect((await reservations())[1]).toMatchObject({
      known_at: expect.any(Number),
      expires_at: app.start + 25 * MINUTE,
    });
    await app.automine(true);
  });

  it('S4 a payment of less than the fee starts no new hold', async () => {
    const game = await cup();
    await app.reserve(app.me, game);
    const hash = await app.pay(app.me, '1');
    expect((await app.settleJoin(app.me, game, hash)).body.code).toBe('UNDERPAID');
    app.clock.now += 3 * MINUTE;
    expect((await tryReserve(app.me, game)).body.code).toBe('RATE_LIMITED');
  });

  it('S4 ten payments of less than the fee use up the reservations of a day', async () => {
    for (let n = 0; n < 10; n += 1) {
      await app.reserve(app.me, app.season);
      const hash = await app.pay(app.me, '1');
      expect((await app.settleJoin(app.me, app.season, hash)).body.code).toBe('UNDERPAID');
    }
    expect((await tryReserve(app.me, app.season)).body.code).toBe('RATE_LIMITED');
  });

  it('S4 the payment of another wallet holds no seat', async () => {
    const game = await cup();
    await app.automine(false);
    const hash = await app.pay(app.me, '1000');
    const thief = SQUATTERS[0]!;
    await app.reserve(thief, game);
    expect((await app.tryJoin(thief, game, hash)).status).toBe(202);
    const { rows } = await app.db.raw(
      'select expires_at from reservations where wallet_address = ? and game_id = ?',
      [thief, game.id],
    );
    expect(rows[0].expires_at).toBe(app.start + 3 * MINUTE);
    await app.automine(true);
  });
});

it('S17 an unknown hash is checked on the chain up to seven times', async () => {
  await app.tryJoin(app.me, app.season, unknownHash());
  const reservation = async () => {
    const { rows } = await app.db.raw('select state, checks from reservations where wallet_address = ?', [
      app.me,
    ]);
    return rows[0] as { state: string; checks: number };
  };
  for (;;) {
    const { state, checks } = await reservation();
    if (state !== 'SUBMITTED') break;
    if (checks > 0) app.clock.now += 2 ** checks * 1000;
    await eventually(async () => {
      const now = await reservation();
      expect(now.checks > checks || now.state === 'EXPIRED').toBe(true);
    });
  }
  expect(app.clock.now - app.start).toBeLessThanOrEqual(3 * MINUTE);
  expect((await reservation()).checks).toBeLessThanOrEqual(7);
});
