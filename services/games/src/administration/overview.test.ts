import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  gamesHealthRequest,
  gamesSeriesRequest,
  gamesSwitchesRequest,
  gamesTotalsRequest,
} from '@touchline/api/events/admin-services';
import { setSwitch } from '@touchline/api/http/admin-controls';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { buildJoin } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const allowed = { paid_games: true, tournaments: true };
const app = setUpPaidSuite({ allowed });

const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const request = serviceRequests(() => app.feed.bus);
const set = async (name: 'paid_games' | 'tournaments', on: boolean) =>
  (await send(setSwitch, { params: { name }, body: { on, reason: 'incident' } })).switch;
const nothing = { points: [] };

beforeAll(async () => {
  const weekly = await app.game('WEEKLY', 1);
  for (const n of [77, 78]) await app.raw('POST', `/games/${weekly.id}/join`, wallet(n), buildJoin());
});

beforeEach(() => {
  app.clock.now = app.start;
});

it('a switch stops new reservations immediately, but not payments of existing ones', async () => {
  const { amount } = await app.reserve(app.me, app.season);
  expect(await set('paid_games', false)).toMatchObject({
    on: false,
    held_off: false,
    changed: { admin: ADMIN },
  });
  const other = await app.newPayer();
  expect(await rejection(app.reserve(other, app.season))).toMatchObject({ code: 'PAUSED' });
  expect(JOINED).toContain((await app.settleJoin(app.me, app.season, await app.pay(app.me, amount))).status);
  expect(await set('paid_games', true)).toMatchObject({ on: true });
  expect((await app.reserve(other, app.season)).amount).toBe('500');
  await set('tournaments', false);
  expect(await rejection(app.tournament())).toMatchObject({ code: 'PAUSED' });
  allowed.tournaments = false;
  expect(await rejection(set('tournaments', true))).toMatchObject({ code: 'CHANGE_REFUSED' });
  const { switches } = await request(gamesSwitchesRequest, {});
  expect(switches).toMatchObject([
    { name: 'paid_games', on: true, held_off: false },
    { name: 'tournaments', on: false, held_off: true },
  ]);
  allowed.tournaments = true;
  await set('tournaments', true);
  const { changes } = await request(gamesChangesRequest, { position: 0, limit: 500 });
  expect(changes.filter(({ change }) => change.action === 'SWITCH_SET')).toHaveLength(4);
});

it('entries, payments and stored points are counted per hour and day', async () => {
  const totals = await request(gamesTotalsRequest, {});
  expect(totals).toEqual({ games: expect.any(Number), entries: 3 });
  app.feed.playAll(1);
  await app.feed.publishLive(1);
  await app.waitForFeed();
  const day = new Date(app.start - 86_400_000).toISOString();
  for (const per of ['hour', 'day'] as const) {
    const { points } = await request(gamesSeriesRequest, { per, from: day });
    const sum = (pick: (point: (typeof points)[number]) => number) =>
      points.reduce((all, each) => all + pick(each), 0);
    expect([sum(({ entries }) => entries), sum(({ payments }) => payments)]).toEqual([3, 1]);
    expect(sum(({ paid_amount }) => Number(paid_amount))).toBe(500);
    expect(sum(({ points_updates }) => points_updates)).toBe(1);
    expect(points.every(({ at }) => Date.parse(at) % 3_600_000 === 0)).toBe(true);
  }
  const later = new Date(app.start + 2 * 86_400_000).toISOString();
  expect(await request(gamesSeriesRequest, { per: 'day', from: later })).toEqual(nothing);
});

it('the health reply covers replicas, outbox, consumers and RPCs', async () => {
  await eventually(async () => {
    const health = await request(gamesHealthRequest, {});
    expect(health.replicas).toHaveLength(1);
    expect(health).toMatchObject({
      outbox: { waiting: 0 },
      bus: { connected: true },
      feed: null,
      chain: {
        rpcs: [{ host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), block: expect.any(Number) }],
        agree: true,
      },
    });
    expect(health.bus.lag.map(({ consumer }) => consumer)).toEqual([
      'games-bootstrap',
      'games-ended-wallets',
      'games-fixtures',
      'games-live',
      'games-stakes',
    ]);
    expect(health.chain?.scanned_block).toEqual(expect.any(Number));
  });
});
