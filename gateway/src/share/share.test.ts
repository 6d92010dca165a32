import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Game } from '@touchline/api/http/games';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet } from '../testing/visitor.ts';
import { drawTeam, toDrawableName } from './drawing.ts';
import { parseSharedLink } from './shared-link.ts';

const TEAM = '00000002-0000-4000-8000-000000000001';
const GAME = '00000001-0000-4000-8000-000000000012';
const AT = '2026-11-20T12:00:00.000Z';
const kind = { game_type: 'WEEKLY', status: 'ACTIVE', settlement: 'PENDING' } as const;
const game = {
  id: GAME,
  name: 'Gameweek 12',
  ...kind,
  description: '',
  entry_fee: '0',
  season_id: '2026',
  start_time: AT,
  end_time: AT,
  join_opens_at: AT,
  join_deadline: AT,
  first_gameweek: 12,
  last_gameweek: 12,
  current_participants: 120,
  max_participants: null,
} satisfies Game;
const row = {
  rank: 8,
  previous_rank: null,
  participation_id: TEAM,
  user_id: '0x1',
  wallet_address: '0x1',
  team_name: '"><script>alert(1)</script>',
  earned_points: 54,
  current_points: 54,
  entry_points: 0,
  coefficient_applied: 1,
  gameweek_points: 54,
};
const standings = {
  leaderboard: [{ ...row, captain: null, played: null }],
  total: 1,
  me: null,
  distribution: [],
  updated_at: AT,
  summary: { total_players: 120, top_score: 60, average_score: 20, gameweek: 12 },
};

/** Paths requested from the fake games service. */
let requested: string[] = [];
const games = createServer((request, response) => {
  const path = request.url ?? '';
  requested.push(path);
  const data = path.startsWith(`/api/games/participations/${TEAM}/card`)
    ? { game, row, total_players: 120, ranked: true }
    : path.startsWith(`/api/games/${GAME}/leaderboard`)
      ? standings
      : path === `/api/games/${GAME}`
        ? { game }
        : null;
  response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
  const failure = { success: false, error: 'No.', code: 'NOT_FOUND', request_id: 'x' };
  response.end(JSON.stringify(data ? { success: true, data } : failure));
});

const folder = mkdtempSync(join(tmpdir(), 'touchline-share-'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html><head><title>T</title></head><body></body></html>',
);

// Before the gateway, which needs the address.
beforeAll(() => new Promise<void>((done) => games.listen(0, '127.0.0.1', done)));
const gateway = gatewaySuite(createTestDatabase, () => ({
  SHELL_DIR: folder,
  SERVICE_GAMES_URL: `http://127.0.0.1:${(games.address() as AddressInfo).port}`,
}));
afterAll(() => void games.close());

const page = { accept: 'text/html', host: 'localhost:8080' };
const readTags = async (path: string) => {
  const { text } = await rawGet(gateway.url, path, page);
  return Object.fromEntries(
    [...text.matchAll(/<meta property="(og:[a-z:]+)" content="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
};

describe('link', () => {
  test.each([
    [`/team-view/${TEAM}`, { kind: 'team', id: TEAM }],
    [`/rankings?game=${GAME}&team=${TEAM}`, { kind: 'team', id: TEAM }],
    [`/rankings?game=${GAME.toUpperCase()}`, { kind: 'game', id: GAME }],
    [`/tournament-select?game=${GAME}`, { kind: 'game', id: GAME }],
    ['/rankings?game=../../x', null],
    ['/team-view/1', null],
    ['/fixtures', null],
  ])('the link %s is parsed', (path, link) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    expect(parseSharedLink(pathname, searchParams)).toEqual(link);
  });

  test('a link to a team shows its name, rank and points, with escaped markup', async () => {
    expect(await readTags(`/rankings?game=${GAME}&team=${TEAM}`)).toMatchObject({
      'og:title': '&quot;>&lt;script>alert(1)&lt;/script> · Gameweek 12',
      'og:description': 'Rank 8 of 120 with 54 points in Gameweek 12 on Touchline.',
      'og:url': `http://localhost:8080/team-view/${TEAM}`,
      'og:image': `http://localhost:8080/share/team/${TEAM}.png`,
    });
  });

  test('a link to a game shows its name; other links show the site', async () => {
    expect((await readTags(`/rankings?game=${GAME}`))['og:title']).toBe('Gameweek 12 · Touchline');
    for (const path of [`/team-view/${GAME}`, '/fixtures'])
      expect((await readTags(path))['og:image']).toBe('http://localhost:8080/icons/link.png');
  });
});

describe('preview image', () => {
  test('a preview image is a PNG of 1200 x 630, rendered once for concurrent requests', async () => {
    requested = [];
    const path = `${gateway.url}/share/team/${TEAM}.png`;
    const responses = await Promise.all([1, 2, 3].map(() => fetch(path)));
    const [first] = responses;
    expect(first?.headers.get('content-type')).toBe('image/png');
    expect(first?.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const png = Buffer.from(await first!.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(requested).toHaveLength(1);
    const etag = first!.headers.get('etag')!;
    const again = await rawGet(gateway.url, `/share/team/${TEAM}.png`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect((await fetch(`${gateway.url}/share/game/${GAME}.png`)).status).toBe(200);
  });

  test.each([`/share/team/${GAME}.png`, `/share/team/${TEAM}.png?x=1`, '/share/team/1.png', '/share/x.png'])(
    '%s is 404',
    async (path) => expect((await fetch(gateway.url + path)).status).toBe(404),
  );

  test.each([
    ['Łódź & Żółć', 'Lódz & Zólc'],
    ['Ωμέγα', 'A team'],
    ['x'.repeat(60), `${'x'.repeat(25)}...`],
  ])('the name %s is drawn with characters of the font', (name, drawn) =>
    expect(toDrawableName(name)).toBe(drawn),
  );

  test('a drawing escapes markup in names', () => {
    const svg = drawTeam({ game, row, total_players: 120, ranked: true });
    expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    expect(svg).not.toContain('<script');
  });
});

test('P5 page tags and images count towards the limit of leaderboards, and a page is shown without its tags', async () => {
  const { url } = await gateway.start({
    SHELL_DIR: folder,
    SERVICE_GAMES_URL: `http://127.0.0.1:${(games.address() as AddressInfo).port}`,
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '2',
  });
  const from = (address: string) => ({ ...page, 'x-forwarded-for': address });
  const unknown = (n: number) => `/team-view/00000003-0000-4000-8000-00000000000${n}`;
  for (const n of [1, 1, 2]) await rawGet(url, unknown(n), from('192.0.2.1')); // the second one is cached
  requested = [];
  const { text } = await rawGet(url, `/team-view/${TEAM}`, from('192.0.2.1'));
  expect(text).toContain('Touchline Fantasy Football');
  const image = `/share/team/${TEAM}.png`;
  const leaderboard = `/api/games/${GAME}/leaderboard`;
  for (const path of [image, leaderboard])
    expect((await rawGet(url, path, from('192.0.2.1'))).status).toBe(429);
  expect(requested).toEqual([]);
  for (const path of [image, leaderboard])
    expect((await rawGet(url, path, from('192.0.2.2'))).status).toBe(200);
  expect((await rawGet(url, `/team-view/${TEAM}`, from('192.0.2.3'))).text).toContain('Gameweek 12');
});
