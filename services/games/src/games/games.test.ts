import { canJoin, currentGameweekOfGames, entryFees, getGame, listGames } from '@touchline/api/http/games';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/platform/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { type GamesApp, startGamesApp } from '../testing/games-app.ts';
import { wallet } from '../testing/tokens.ts';

let database: TestDatabase;
let nats: TestNats;
let app: GamesApp;
const now = Date.parse('2031-08-15T12:00:00Z');

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase('games'), testNats()]);
  app = await startGamesApp({ databaseUrl: database.url, natsUrl: nats.url, now });
  for (const id of [1, 2, 3, 4])
    app.feed.addGameweek(id, [now + (id - 1) * 7 * DAY + DAY, now + (id - 1) * 7 * DAY + DAY + 2 * HOUR]);
  await app.feed.everything();
  await app.caughtUp();
});

afterAll(async () => {
  await app?.stop();
  await nats?.stop();
  await database?.drop();
});

describe('the games that exist', () => {
  it('API-13 lists the weekly games of the current and the next two gameweeks, and the season game', async () => {
    const { games, total } = await app.as(null).call(listGames, { query: { sort_order: 'ASC' } });
    expect(total).toBe(4);
    expect(games.map((game) => game.name).sort()).toEqual([
      'Gameweek 1',
      'Gameweek 2',
      'Gameweek 3',
      'Season 2031',
    ]);
  });

  it('API-20 tells the entry fees', async () => {
    const fees = await app.as(null).call(entryFees);
    expect(fees).toMatchObject({ SEASON: '500', WEEKLY: '0', TOURNAMENT: '1000', decimals: 18 });
  });

  it('API-22 tells the current gameweek', async () => {
    const { gameweek } = await app.as(null).call(currentGameweekOfGames);
    expect(gameweek).toMatchObject({ id: 1, gameweek_number: 1 });
  });

  it('API-14 answers one game', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const { game } = await app.as(null).call(getGame, { params: { id: weekly.id } });
    expect(game).toEqual(weekly);
  });

  it('API-21 tells whether a game can be joined', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const answer = await app.as(wallet(1)).call(canJoin, { params: { id: weekly.id } });
    expect(answer).toEqual({ canJoin: true, reason: 'You can join now.', code: null });
  });
});
