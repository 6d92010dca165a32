import { createTournament } from '@touchline/api/http/games';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const allowed = { paid_games: true, tournaments: true };
const app = setUpPaidSuite({ allowed });

beforeEach(() => {
  Object.assign(allowed, { paid_games: true, tournaments: true });
});

const PAUSED = { status: 409, code: 'PAUSED' };
const HASH = `0x${'1'.repeat(64)}`;

describe('S12 paid games switched off', () => {
  it('reserving and joining with a payment are rejected', async () => {
    allowed.paid_games = false;
    for (const game of [app.season, await app.tournament()]) {
      expect(await rejection(app.reserve(app.me, game))).toMatchObject(PAUSED);
      expect(await rejection(app.join(app.me, game, HASH))).toMatchObject(PAUSED);
    }
  });

  it('a payment for an earlier reservation still joins', async () => {
    const { amount } = await app.reserve(app.me, app.season);
    allowed.paid_games = false;
    const hash = await app.pay(app.me, amount);
    const { status } = await app.settleJoin(app.me, app.season, hash);
    expect(JOINED).toContain(status);
    // Repeating the request is still safe.
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(200);
  });

  it('free games stay open', async () => {
    allowed.paid_games = false;
    const weekly = await app.game('WEEKLY', 1);
    expect((await app.raw('POST', `/games/${weekly.id}/join`, wallet(77), buildJoin())).status).toBe(201);
  });
});

describe('S12 tournaments switched off', () => {
  it('reserving, joining and creating a tournament are rejected', async () => {
    const cup = await app.tournament();
    const free = await app.tournament({ entry_fee: '0' });
    allowed.tournaments = false;
    expect(await rejection(app.reserve(app.me, cup))).toMatchObject(PAUSED);
    expect(await rejection(app.join(app.me, free, null))).toMatchObject(PAUSED);
    const start = app.clock.now + HOUR;
    const body = {
      game_type: 'TOURNAMENT' as const,
      name: 'Cup',
      entry_fee: '1000',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start).toISOString(),
    };
    expect(await rejection(app.as(ADMIN).request(createTournament, { body }))).toMatchObject(PAUSED);
  });

  it('the season game stays open', async () => {
    allowed.tournaments = false;
    expect((await app.reserve(app.me, app.season)).amount).toBe('500');
  });
});
