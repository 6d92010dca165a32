import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeGames, GAME, game, row, standings, startFakeGames, TEAM } from '../testing/fake-games.ts';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { newPlayer, rawGet, signIn, visitor } from '../testing/visitor.ts';
import { drawGame, drawTeam } from './drawing.ts';

/** Two teams of players, in the fields of all responses that contain players. */
const PLAYERS = [
  {
    captain: { web_name: 'Secretson', vice_captain: false },
    played: 7,
    formation: '3-5-2',
    field_players: [40_001],
    players: [{ id: 40_001, web_name: 'Secretson' }],
  },
  {
    captain: { web_name: 'Veiledov', vice_captain: true },
    played: 9,
    formation: '5-4-1',
    field_players: [40_002],
    players: [{ id: 40_002, web_name: 'Veiledov' }],
  },
];
const PAGES = [
  '/',
  '/my-teams',
  `/tournament-select?game=${GAME}`,
  `/team-view/${TEAM}`,
  `/rankings?game=${GAME}&team=${TEAM}`,
  `/rankings?game=${GAME}`,
];
const IMAGES = [`/share/team/${TEAM}.png`, `/share/game/${GAME}.png`];

const folder = createFolder('share');
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html><head><title>T</title></head><body></body></html>',
);
let games: FakeGames;
beforeAll(async () => {
  games = await startFakeGames();
});
const gateway = gatewaySuite(createTestDatabase);
afterAll(() => games.stop());

const PAGE = { accept: 'text/html', host: 'localhost:8080' };

/** Parts of a page that differ for each request. */
const UNIQUE = /nonce" content="[^"]+"|"server_time":\d+/g;

/** Reads pages and digests of images as a guest and as a rival, from a gateway that has cached nothing. */
async function readAll(): Promise<string[]> {
  const { url } = await gateway.start({ SHELL_DIR: folder, SERVICE_GAMES_URL: games.url });
  const rival = visitor(url);
  await signIn(rival, newPlayer());
  const cookie = [...rival.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const responses: string[] = [];
  for (const headers of [PAGE, { ...PAGE, cookie }]) {
    for (const path of PAGES) responses.push((await rawGet(url, path, headers)).text.replaceAll(UNIQUE, ''));
    for (const path of IMAGES) {
      const { status, body } = await rawGet(url, path, headers);
      responses.push(`${status} ${path} ${createHash('sha256').update(body).digest('hex')}`);
    }
  }
  return responses;
}

describe('P10 hidden players', () => {
  test('pages, tags, page data and images do not depend on the players of a team, for guests and for rivals', async () => {
    const read: string[][] = [];
    for (games.players of PLAYERS) read.push(await readAll());
    games.players = {};
    expect(read[0]).toEqual(read[1]);
    expect(read.flat().filter((text) => text.includes('Rank 8 of 120'))).toHaveLength(8);
    expect(read.flat().filter((text) => text.startsWith('200 /share/'))).toHaveLength(8);
    for (const text of read.flat())
      expect(text).not.toMatch(/Secretson|Veiledov|3-5-2|5-4-1|captain|field_players/);
  });

  test('a preview is read as a guest, so it contains nothing that only the owner may see', async () => {
    games.requests = [];
    await readAll();
    expect(games.requests.length).toBeGreaterThan(0);
    for (const { authorization, cookie } of games.requests)
      expect([authorization, cookie]).toEqual([undefined, undefined]);
  });

  test('the drawings contain no player', () => {
    for (const team of PLAYERS) {
      const leader = { ...standings.leaderboard[0]!, ...team };
      const svgs = [
        drawTeam({ game, row: { ...row, ...team }, total_players: 120, ranked: true, prize: null }),
        drawGame(game, { ...standings, leaderboard: [leader] }),
      ];
      for (const svg of svgs) expect(svg).not.toContain(team.captain.web_name);
    }
  });
});
