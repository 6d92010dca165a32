import { listGames } from '@touchline/api/http/games';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createGameQueue } from './game-queue.ts';

let outside: Database;
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startGamesApp({ ...dependencies, now }));

beforeAll(async () => {
  app.feed.addGameweek(1, [now + DAY]);
  await app.feed.publishAll();
  await app.waitForFeed();
  outside = openDatabase(app.databaseUrl, 'games');
});

afterAll(() => outside?.destroy());

it('many requests that wait for one game do not block other requests', async () => {
  const { id } = await app.game('WEEKLY', 1);
  const held = await outside.transaction();
  await held.raw('select from games where id = ? for update', [id]);
  const joins = Array.from({ length: 40 }, (_, index) =>
    app.raw('POST', `/games/${id}/join`, wallet(index + 1), buildJoin()),
  );
  const waiting = async () => {
    const { rows } = await outside.raw(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event = 'transactionid'`,
    );
    return rows[0].n as number;
  };
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
  for (let attempt = 0; attempt < 4; attempt += 1) await app.as(null).request(listGames, { query: {} });
  expect(await waiting()).toBe(1);
  await held.rollback();
  const responses = await Promise.all(joins);
  expect(responses.map(({ status }) => status)).toEqual(joins.map(() => 201));
});

it('the queue continues after a failure, and runs other games in parallel', async () => {
  const changeGame = createGameQueue(app.db);
  const order: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = changeGame('a', () => held);
  const failing = changeGame('a', async () => {
    order.push('second of a');
    throw new Error('no');
  });
  const last = changeGame('a', async () => order.push('third of a'));
  await changeGame('b', async () => order.push('first of b'));
  release();
  await first;
  await expect(failing).rejects.toThrow('no');
  await last;
  expect(order).toEqual(['first of b', 'second of a', 'third of a']);
});
