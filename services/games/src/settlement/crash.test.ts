import { getParticipation, joinGame } from '@touchline/api/http/entries';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { startTokens, type Tokens, wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeFeed } from '../testing/fake-feed.ts';
import { buildJoin, HOUR, TEAM } from '../testing/feed-builders.ts';
import { createWalletClient, waitForFeed } from '../testing/games-app.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';

// Runs the built service: `npm run build` must run first, as in npm test.
let database: TestDatabase;
let nats: TestNats;
let tokens: Tokens;
let db: Database;
let bus: Bus;
let feed: FakeFeed;
let games: GamesProcess;

beforeAll(async () => {
  [database, nats, tokens] = await Promise.all([createGamesDatabase(), testNats(), startTokens()]);
  db = openDatabase(database.url, 'games');
  bus = openBus(nats.url, { name: 'fpl-relay', log: createLog('fpl-relay', 'silent') });
  feed = new FakeFeed(bus);
  games = createGamesProcess({
    databaseUrl: database.url,
    natsUrl: nats.url,
    jwksUrl: tokens.jwksUrl,
    port: await freePort(),
  });
});

afterAll(async () => {
  await games?.kill();
  await bus?.close();
  await db?.destroy();
  await Promise.all([nats?.stop(), tokens?.stop()]);
  await database?.drop();
});

/** Waits until the service has stored a version of a snapshot. */
function stored(kind: string, version: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await db.raw('select 1 from feed_snapshots where kind = ? and version >= ?', [
      kind,
      version,
    ]);
    expect(rows).toHaveLength(1);
  });
}

const wallets = Array.from({ length: 11 }, (_, index) => wallet(index + 1));

it('points are complete after kill -9 during scoring and settlement', {
  timeout: 120_000,
}, async () => {
  await games.start();
  const as = (who: string | null) => createWalletClient(games.url, tokens, who);
  // Kick-offs are in the future although the feed reports running matches, so no join is late, even in a slow test.
  for (const week of [1, 2]) feed.addGameweek(week, [Date.now() + week * HOUR]);
  await feed.publishAll();
  await waitForFeed(db, feed);
  const { games: listed } = await as(null).request(listGames, { query: {} });
  const season = listed.find((game) => game.game_type === 'SEASON')!;
  const weekly = listed.find((game) => game.name === 'Gameweek 1')!;
  for (const game of [season, weekly])
    for (const [index, who] of wallets.entries()) {
      const bands = { captain_id: TEAM.field[index], vice_captain_id: TEAM.field[(index + 1) % 11] };
      await as(who).request(joinGame, { params: { id: game.id }, body: buildJoin(bands) });
    }

  feed.setFixtures(1, { started: true });
  await feed.publishFixtures();
  feed.playAll(1);
  for (let goal = 1; goal <= 12; goal += 1) {
    feed.score(1, TEAM.field[goal % 11]!, { points: 2 + goal });
    await feed.publishLive(1);
    // After every third goal the process is killed before it stores the last points.
    if (goal % 3 === 0) {
      await stored('live:1', goal - 1);
      await games.kill();
      await games.start();
    }
  }
  feed.setFixtures(1, { finished: true, finished_provisional: true });
  Object.assign(feed.gameweek(1), { finished: true, data_checked: true });
  await feed.publishFixtures();
  await feed.publishBootstrap();
  await stored('fixtures', feed.versions.get('fixtures')!);
  await games.kill();
  await games.start();
  await waitForFeed(db, feed);

  const points = new Map(feed.live.get(1)!.map((score) => [score.player, score.points]));
  const eleven = TEAM.field.reduce((sum, id) => sum + points.get(id)!, 0);
  const expected = new Map(wallets.map((who, index) => [who, eleven + points.get(TEAM.field[index]!)!]));
  for (const game of [season, weekly])
    await eventually(async () => {
      const data = await as(null).request(leaderboard, { params: { id: game.id }, query: { limit: '100' } });
      expect(new Map(data.leaderboard.map((row) => [row.wallet_address, row.earned_points]))).toEqual(
        expected,
      );
      expect(data.leaderboard[0]?.rank).toBe(1);
    });
  const { rows } = await db.raw(
    'select game_id, count(*)::int as n, count(distinct ordinal)::int as ordinals from entry_gameweeks group by game_id',
  );
  expect(rows.map(({ n, ordinals }: { n: number; ordinals: number }) => [n, ordinals])).toEqual([
    [11, 11],
    [11, 11],
  ]);
  const mine = await db.raw('select id from entries where game_id = ? and wallet_address = ?', [
    season.id,
    wallets[4]!,
  ]);
  const { participation } = await as(wallets[4]!).request(getParticipation, {
    params: { id: mine.rows[0].id },
  });
  expect(participation.gameweeks[0]).toMatchObject({ settled: true, points: expected.get(wallets[4]!) });
});
