import { getParticipation, joinGame } from '@touchline/api/http/entries';
import { currentGameweekOfGames, getGame, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { saveLineup } from '@touchline/api/http/lineups';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { startTokens, type Tokens, wallet } from '@touchline/service-kit/testing/tokens';
import { expectWithin, withLongTimeouts } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeFeed } from '../testing/fake-feed.ts';
import { buildJoin, HOUR, TEAM } from '../testing/feed-builders.ts';
import { createWalletClient, waitForFeed } from '../testing/games-app.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';

// Runs two replicas of the built service: `npm run build` must run first, as in npm test.
let database: TestDatabase;
let nats: TestNats;
let tokens: Tokens;
let db: Database;
let bus: Bus;
let feed: FakeFeed;
let replicas: GamesProcess[] = [];
let id: string;

beforeAll(async () => {
  [database, nats, tokens] = await Promise.all([createGamesDatabase(), testNats(), startTokens()]);
  db = openDatabase(database.url, 'games');
  bus = openBus(nats.url, { name: 'fpl-relay', log: createLog('fpl-relay', 'silent') });
  feed = new FakeFeed(bus);
  const databaseUrl = withLongTimeouts(database.url);
  const dependencies = { databaseUrl, natsUrl: nats.url, jwksUrl: tokens.jwksUrl };
  replicas = [
    createGamesProcess({ ...dependencies, port: await freePort() }),
    createGamesProcess({ ...dependencies, port: await freePort() }),
  ];
  await Promise.all(replicas.map((replica) => replica.start()));
  feed.addGameweek(1, [Date.now() + HOUR]);
  await feed.publishAll();
  await waitForFeed(db, feed);
  const { games } = await as(0, null).request(listGames, { query: { game_type: 'WEEKLY' } });
  id = games[0]!.id;
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await bus?.close();
  await db?.destroy();
  await Promise.all([nats?.stop(), tokens?.stop()]);
  await database?.drop();
});

const as = (replica: number, who: string | null) => createWalletClient(replicas[replica]!.url, tokens, who);

it('two replicas create every game once', async () => {
  const { games } = await as(1, null).request(listGames, { query: {} });
  expect(games.map((game) => game.name).sort()).toEqual(['Gameweek 1', 'Season 2031']);
});

it('a join on one replica is visible on the other immediately', async () => {
  const missing: string[] = [];
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const who = wallet(index + 1);
      await as(index % 2, who).request(joinGame, { params: { id }, body: buildJoin() });
      const { me } = await as((index + 1) % 2, who).request(leaderboard, {
        params: { id },
        query: { limit: '1' },
      });
      if (!me) missing.push(who);
    }),
  );
  expect(missing).toEqual([]);
});

it('a replica shows its own joins immediately and joins of the other within a second', async () => {
  const count = async (replica: number) =>
    (await as(replica, null).request(getGame, { params: { id } })).game.current_participants;
  for (const joined of [41, 42, 43]) {
    const replica = joined % 2;
    await Promise.all([count(0), count(1)]);
    await as(replica, wallet(joined)).request(joinGame, { params: { id }, body: buildJoin() });
    expect(await count(replica)).toBe(joined);
    await expectWithin(1_000, () => count(1 - replica), joined);
  }
  for (const replica of [0, 1])
    expect((await as(replica, null).request(currentGameweekOfGames)).gameweek.id).toBe(1);
});

it('both replicas show points and a saved lineup', async () => {
  const who = wallet(1);
  const data = await as(0, who).request(leaderboard, { params: { id }, query: {} });
  const participation = data.me!.participation_id;
  await as(0, who).request(saveLineup, {
    params: { id: participation },
    body: {
      formation: '3-4-3',
      field_players: [...TEAM.field],
      bench_players: [...TEAM.bench],
      captain_id: 158,
      vice_captain_id: 138,
    },
  });
  feed.setFixtures(1, { started: true });
  feed.playAll(1);
  feed.score(1, 158, { points: 10 });
  await feed.publishFixtures();
  await feed.publishLive(1);
  await waitForFeed(db, feed);
  for (const replica of [0, 1]) {
    // Writes of another replica are not visible immediately.
    await expect
      .poll(async () => (await as(replica, who).request(leaderboard, { params: { id }, query: {} })).me)
      .toMatchObject({ rank: 1, earned_points: 40 });
    const details = await as(replica, who).request(getParticipation, { params: { id: participation } });
    expect(details.participation).toMatchObject({ captain_id: 158, earned_points: 40, rank: 1 });
  }
});

it('API-16 no acknowledged join is lost or duplicated while two replicas accept joins and one is killed', async () => {
  const wallets = Array.from({ length: 100 }, (_, index) => wallet(1_000 + index));
  const tokensOf = new Map<string, string>();
  for (const who of wallets) tokensOf.set(who, await tokens.accessToken(who));
  const joinAt = async (replica: number, who: string): Promise<string | null> => {
    const response = await fetch(`${replicas[replica]!.url}/api/games/${id}/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokensOf.get(who)}` },
      body: JSON.stringify(buildJoin()),
    });
    const { data } = (await response.json()) as { data?: { participation: { id: string } } };
    return data?.participation.id ?? null;
  };
  let killed: Promise<void> | undefined;
  const acknowledged = new Map<string, string>();
  await Promise.all(
    wallets.flatMap((who) =>
      [0, 1].map(async (replica) => {
        const entry = await joinAt(replica, who).catch(() => null);
        if (!entry) return;
        expect(acknowledged.get(who) ?? entry).toBe(entry);
        acknowledged.set(who, entry);
        killed ??= replicas[0]!.kill();
      }),
    ),
  );
  await killed;
  await Promise.all(
    wallets.map(async (who) => {
      const entry = await joinAt(1, who);
      expect(entry).toBe(acknowledged.get(who) ?? entry);
    }),
  );
  const { rows } = await db.raw(
    'select ordinal, wallet_address from entries where game_id = ? order by ordinal',
    [id],
  );
  const joined = rows as { ordinal: number; wallet_address: string }[];
  expect(joined.map(({ ordinal }) => ordinal)).toEqual(joined.map((_, index) => index + 1));
  expect(joined.filter(({ wallet_address }) => tokensOf.has(wallet_address))).toHaveLength(wallets.length);
});
