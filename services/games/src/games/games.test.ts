import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  canJoin,
  currentGameweekOfGames,
  entryFees,
  type Game,
  getGame,
  listGames,
} from '@touchline/api/http/games';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createReadCache } from './games.ts';

const now = Date.parse('2031-08-15T12:00:00Z');

const app = setUpGamesSuite((dependencies) => startGamesApp({ ...dependencies, now }));

beforeAll(async () => {
  for (const id of [1, 2, 3, 4])
    app.feed.addGameweek(id, [now + (id - 1) * 7 * DAY + DAY, now + (id - 1) * 7 * DAY + DAY + 2 * HOUR]);
  await app.feed.publishAll();
  await app.waitForFeed();
});

type Query = z.input<NonNullable<typeof listGames.query>>;
const names = async (query: Query) =>
  (await app.as(null).request(listGames, { query })).games.map((game) => game.name);

describe('the list of games', () => {
  it('API-13 DATA-06 the list contains the weekly games of the current and the next two gameweeks, and the season game', async () => {
    const { games, total } = await app.as(null).request(listGames, { query: { sort_order: 'ASC' } });
    expect(total).toBe(4);
    expect(games.map((game) => game.name).sort()).toEqual([
      'Gameweek 1',
      'Gameweek 2',
      'Gameweek 3',
      'Season 2031',
    ]);
  });

  it('API-13 API-23 the list filters, sorts and pages games', async () => {
    expect(await names({ game_type: 'WEEKLY', sort_order: 'ASC' })).toEqual([
      'Gameweek 1',
      'Gameweek 2',
      'Gameweek 3',
    ]);
    expect(await names({ game_type: 'WEEKLY', sort_order: 'DESC', limit: '1' })).toEqual(['Gameweek 3']);
    expect(await names({ game_type: 'WEEKLY', sort_order: 'asc', limit: '2', page: '2' })).toEqual([
      'Gameweek 3',
    ]);
    expect(await names({ game_type: 'SEASON', season_id: '2031' })).toEqual(['Season 2031']);
    expect(await names({ season_id: '1999' })).toEqual([]);
    expect(await names({ game_type: 'TOURNAMENT', limit: '5' })).toEqual([]);
    const page = await app.as(null).request(listGames, { query: { limit: '1' } });
    expect(page).toMatchObject({ total: 4, games: [expect.anything()] });
  });

  it('API-13 DATA-05 the status of a game follows the clock immediately', async () => {
    const weekly = await app.game('WEEKLY', 1);
    expect(weekly).toMatchObject({
      game_type: 'WEEKLY',
      status: 'UPCOMING',
      entry_fee: '0',
      season_id: '2031',
    });
    const at = async (time: string, status: Game['status']) => {
      app.clock.now = Date.parse(time);
      return names({ game_type: 'WEEKLY', status, sort_order: 'ASC' });
    };
    expect(await at(weekly.start_time, 'ACTIVE')).toEqual(['Gameweek 1']);
    expect(await at(weekly.start_time, 'UPCOMING')).toEqual(['Gameweek 2', 'Gameweek 3']);
    app.clock.now = now;
    expect(await names({ status: 'ACTIVE' })).toEqual([]);
    expect(await names({ status: 'CANCELLED' })).toEqual([]);
  });

  it.each([
    ['game_type=DAILY', 'game_type'],
    ['status=DONE', 'status'],
    ['limit=1000', 'limit'],
    ['limit=ten', 'limit'],
    ['page=0', 'page'],
    ['sort_by=entry_fee', 'sort_by'],
    ['sort_order=sideways', 'sort_order'],
    ['owner=me', 'owner'],
    ['season_id=%00', 'season_id'],
  ])('API-13 the list of games rejects %s and names the field', async (query, path) => {
    const { status, body } = await app.raw('GET', `/games?${query}`, null);
    expect(status).toBe(400);
    expect(body.details?.[0]?.path).toBe(path);
  });

  it('API-20 the entry fees are returned with token, decimals and recipient', async () => {
    const fees = await app.as(null).request(entryFees);
    expect(fees).toEqual({
      SEASON: '500',
      WEEKLY: '0',
      TOURNAMENT: '1000',
      token: `0x${'a'.repeat(40)}`,
      decimals: 18,
      recipient: `0x${'b'.repeat(40)}`,
    });
  });

  it('API-22 the current gameweek is returned', async () => {
    const { gameweek } = await app.as(null).request(currentGameweekOfGames);
    expect(gameweek).toMatchObject({ id: 1, gameweek_number: 1 });
  });

  it('API-14 a single game is returned', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const { game } = await app.as(null).request(getGame, { params: { id: weekly.id } });
    expect(game).toEqual(weekly);
  });

  it('API-21 a game reports whether it can be joined', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const response = await app.as(wallet(1)).request(canJoin, { params: { id: weekly.id } });
    expect(response).toEqual({ canJoin: true, reason: 'You can join now.', code: null });
    const nowhere = await app.raw('GET', '/games/00000000-0000-4000-8000-000000000000/can-join', wallet(1));
    expect(nowhere.status).toBe(404);
    expect((await app.raw('GET', `/games/${weekly.id}/can-join`, null)).status).toBe(401);
  });
});

it('a shared read leaves the memory once it is too old to be used', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const read = createReadCache(app.db, async (key) => ({ key }));
  const result = new WeakRef(await read('games'));
  await expect
    .poll(() => {
      collectGarbage();
      return result.deref() === undefined;
    })
    .toBe(true);
});
