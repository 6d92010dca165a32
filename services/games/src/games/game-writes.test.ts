import { listGames } from '@touchline/api/http/games';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { countBlocked, withLongTimeouts } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { createGameWrites, type GameWrites } from './game-writes.ts';

let outside: Database;
let writes: GameWrites;
let [weekly, season] = ['', ''];
/** Transactions that ran, by game. */
const tracked: string[] = [];
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite(({ databaseUrl, natsUrl }) =>
  startPointsSuite({ databaseUrl: withLongTimeouts(databaseUrl), natsUrl }, now, [now + DAY], {
    seasonFee: '500',
  }),
);

beforeAll(async () => {
  outside = openDatabase(app.databaseUrl, 'games');
  weekly = (await app.game('WEEKLY', 1)).id;
  season = (await app.game('SEASON')).id;
  const track = <T>(id: string, transaction: () => Promise<T>) => {
    tracked.push(id);
    return transaction();
  };
  writes = createGameWrites({ db: app.db, track });
});

afterAll(() => outside?.destroy());

it('many requests that wait for one game do not block other requests', async () => {
  let joins: ReturnType<typeof app.raw>[] = [];
  await outside.transaction(async (held) => {
    await held.raw('select from games where id = ? for update', [weekly]);
    joins = Array.from({ length: 40 }, (_, index) =>
      app.raw('POST', `/games/${weekly}/join`, wallet(index + 1), buildJoin()),
    );
    await expect.poll(() => countBlocked(outside)).toBeGreaterThan(0);
    for (let attempt = 0; attempt < 4; attempt += 1) await app.as(null).request(listGames, { query: {} });
    expect(await countBlocked(outside)).toBe(1);
  });
  const responses = await Promise.all(joins);
  expect(responses.map(({ status }) => status)).toEqual(joins.map(() => 201));
});

it('transactions of one game run one after the other, also after a failure; those of another game run in parallel', async () => {
  const order: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = writes.run(weekly, () => held);
  const failing = writes.run(weekly, async () => {
    order.push('second of the weekly game');
    throw new Error('no');
  });
  const last = writes.run(weekly, async () => order.push('third of the weekly game'));
  await writes.run(season, async (_, game) => order.push(`first of ${game.name}`));
  release();
  await first;
  await expect(failing).rejects.toThrow('no');
  await last;
  expect(order).toEqual([
    expect.stringMatching(/^first of Season/),
    'second of the weekly game',
    'third of the weekly game',
  ]);
});

it('a transaction of an unknown game is NOT_FOUND', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expect(writes.run(unknown, async () => {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('concurrent requests of one game share transactions and get their own outcomes', async () => {
  const batches: number[][] = [];
  const double = writes.batched<number, number>(async (_, __, numbers) => {
    batches.push([...numbers]);
    return numbers.map((number) => (number === 3 ? { error: new Error('three') } : { value: 2 * number }));
  });
  tracked.length = 0;
  const results = await Promise.allSettled([1, 2, 3, 4].map((number) => double(weekly, number)));
  expect(batches).toEqual([[1, 2, 3, 4]]);
  expect(tracked).toEqual([weekly]);
  expect(results.map((result) => ('value' in result ? result.value : result.reason.message))).toEqual([
    2,
    4,
    'three',
    8,
  ]);
});

it('the requests of a failed batch are repeated one by one', async () => {
  const batches: number[][] = [];
  const work = writes.batched<number, number>(async (_, __, numbers) => {
    batches.push([...numbers]);
    if (numbers.includes(3)) throw new Error('three');
    return numbers.map((value) => ({ value }));
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((number) => work(weekly, number)));
  expect(batches).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
