import { getAdminGame, updateAdminGame } from '@touchline/api/http/admin-games';
import { getGame } from '@touchline/api/http/games';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, expect, it } from 'vitest';
import { HOUR } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();

const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const moveStart = async (id: string, start: number) => {
  const { version } = (await send(getAdminGame, { params: { id } })).game;
  return send(updateAdminGame, {
    params: { id },
    body: { start_time: new Date(start).toISOString() },
    version,
  });
};

beforeEach(() => {
  app.clock.now = app.start;
});

it('a tournament that starts later can be joined before its new start', async () => {
  const cup = await app.tournament({ entry_fee: '0' });
  const later = (time: string) => new Date(Date.parse(time) + 21 * HOUR).toISOString();
  await moveStart(cup.id, Date.parse(later(cup.start_time)));
  const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
  expect(game).toMatchObject({
    start_time: later(cup.start_time),
    join_opens_at: later(cup.join_opens_at),
    join_deadline: later(cup.join_deadline),
    end_time: cup.end_time,
  });
  app.clock.now = Date.parse(game.start_time) - HOUR;
  expect(JOINED).toContain((await app.tryJoin(wallet(2), cup, null)).status);
});

it('the start of a tournament cannot move so early that its join deadline has passed', async () => {
  const cup = await app.tournament();
  const start = Date.parse(cup.start_time);
  app.clock.now = start - HOUR / 2;
  const shift = start - Date.parse(cup.join_deadline);
  expect(await rejection(moveStart(cup.id, app.clock.now + shift))).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ path: 'start_time', message: 'would end joining immediately' }],
  });
  await moveStart(cup.id, app.clock.now + shift + 1_000);
});
