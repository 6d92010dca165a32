import { randomUUID } from 'node:crypto';
import { getAdminParticipation, updateAdminParticipation } from '@touchline/api/http/admin-entries';
import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { listGames } from '@touchline/api/http/games';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';

// Runs the built service: `npm run build` must run first, as in npm test.
const ADMIN = wallet(1);
const app = setUpGamesSuite((dependencies) =>
  startGamesApp({ ...dependencies, seasonFee: '0', adminWallets: [ADMIN] }),
);
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
let games: GamesProcess;
let id: string;
let db: Database;

beforeAll(async () => {
  app.feed.addGameweek(1, [Date.now() + DAY]);
  await app.feed.publishAll();
  await app.waitForFeed();
  const { games: listed } = await app.as(null).request(listGames, { query: { game_type: 'SEASON' } });
  const body = buildJoin();
  const joined = await app.as(wallet(2)).request(joinGame, { params: { id: listed[0]!.id }, body });
  id = requireParticipation(joined).id;
  // Only the process under test replies.
  await app.stopService();
  db = openDatabase(app.databaseUrl, 'games');
  games = createGamesProcess({
    databaseUrl: app.databaseUrl,
    natsUrl: app.natsUrl,
    jwksUrl: app.tokens.jwksUrl,
    port: await freePort(),
    env: { ADMIN_WALLETS: ADMIN },
  });
});
afterAll(async () => {
  await games?.kill();
  await db?.destroy();
});

const state = async () => {
  const { rows } = await db.raw(
    `select team_name, edits, (select count(*)::int from admin_changes) as changes,
       (select count(*)::int from adjustments) as adjustments,
       coalesce((select after ->> 'team_name' from admin_changes order by position desc limit 1), team_name) as recorded
     from entries`,
  );
  return rows[0] as {
    team_name: string;
    edits: number;
    changes: number;
    adjustments: number;
    recorded: string;
  };
};

it('a process killed during an edit leaves data and audit record consistent', {
  timeout: 120_000,
}, async () => {
  for (const killAt of ['once', 'commit'] as const) {
    await games.start();
    const before = await state();
    const params = { id };
    const { participation } = await eventually(() => send(getAdminParticipation, { params }));
    const { version, current_points } = participation;
    const body = { team_name: `Team ${randomUUID()}`, current_points: current_points + 1 };
    const query = { reason: `killed at ${killAt}` };
    const reply = send(updateAdminParticipation, { params, version, query, body }).catch(() => null);
    if (killAt === 'commit')
      await expect.poll(async () => (await state()).edits, { interval: 1 }).toBe(before.edits + 1);
    await games.kill();
    await reply;
    const { team_name, edits, changes, adjustments, recorded } = await state();
    expect([changes, adjustments, recorded]).toEqual([edits, edits, team_name]);
  }
});
