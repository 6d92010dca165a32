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
import { toDrawableName, drawTeam } from './drawing.ts';
import { parseSharedLink } from './shared-link.ts';

const TEAM = '00000002-0000-4000-8000-000000000001';
const GAME = '00000001-0000-4000-8000-000000000012';
const AT = '2026-11-20T12:00:00.000Z';
const kind = { game_type: 'WEEKLY', status: 'ACTIVE', settlement: 'PENDING' } as const;
const game = {
  ...{ id: GAME, name: 'Gameweek 12', ...kind },
  ...{ description: '', entry_fee: '0', season_id: '2026', start_time: AT, end_time: AT },
  ...{ join_opens_at: AT, join_deadline: AT, first_gameweek: 12, last_gameweek: 12 },
  ...{ current_participants: 120, max_participants: null },
} satisfies Game;
const row = {
  ...{ rank: 8, previous_rank: null, participation_id: TEAM, user_id: '0x1', wallet_address: '0x1' },
  ...{ team_name: '"><script>alert(1)</script>', earned_points: 54, current_points: 54, entry_points: 0 },
  ...{ coefficient_applied: 1, gameweek_points: 54 },
};
const board = {
  ...{
    leaderboard: [{ ...row, captain: null, played: null }],
    total: 1,
    me: null,
    distribution: [],
    updated_at: AT,
  },
  summary: { total_players: 120, top_score: 60, average_score: 20, gameweek: 12 },
};

/** The games service's side; counts the calls. */
let asked: string[] = [];
const games = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const data = path.startsWith(`/api/games/participations/${TEAM}/card`)
    ? { game, row, total_players: 120, ranked: true }
    : path.startsWith(`/api/games/${GAME}/leaderboard`)
      ? board
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

// Before the gateway, which learns the address.
beforeAll(() => new Promise<void>((done) => games.listen(0, '127.0.0.1', done)));
const gateway = gatewaySuite(createTestDatabase, () => ({
  SHELL_DIR: folder,
  SERVICE_GAMES_URL: `http://127.0.0.1:${(games.address() as AddressInfo).port}`,
}));
afterAll(() => void games.close());

const page = { accept: 'text/html', host: 'localhost:8080' };
const tagsOf = async (path: string) => {
  const { text } = await rawGet(gateway.url, path, page);
  return Object.fromEntries(
    [...text.matchAll(/<meta property="(og:[a-z:]+)" content="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
};

describe('a link', () => {
  test.each([
    [`/team-view/${TEAM}`, { kind: 'team', id: TEAM }],
    [`/rankings?game=${GAME}&team=${TEAM}`, { kind: 'team', id: TEAM }],
    [`/rankings?game=${GAME.toUpperCase()}`, { kind: 'game', id: GAME }],
    [`/tournament-select?game=${GAME}`, { kind: 'game', id: GAME }],
    ['/rankings?game=../../x', null],
    ['/team-view/1', null],
    ['/fixtures', null],
  ])('%s', (path, link) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    expect(parseSharedLink(pathname, searchParams)).toEqual(link);
  });

  test('to a team tells its name, rank and points, and cannot be made to run anything', async () => {
    expect(await tagsOf(`/rankings?game=${GAME}&team=${TEAM}`)).toMatchObject({
      'og:title': '&quot;>&lt;script>alert(1)&lt;/script> · Gameweek 12',
      'og:description': 'Rank 8 of 120 with 54 points in Gameweek 12 on Touchline.',
      'og:url': `http://localhost:8080/team-view/${TEAM}`,
      'og:image': `http://localhost:8080/share/team/${TEAM}.png`,
    });
  });

  test('to a game, to something unknown, and to any other page', async () => {
    expect((await tagsOf(`/rankings?game=${GAME}`))['og:title']).toBe('Gameweek 12 · Touchline');
    for (const path of [`/team-view/${GAME}`, '/fixtures'])
      expect((await tagsOf(path))['og:image']).toBe('http://localhost:8080/icons/link.png');
  });
});

describe('a picture', () => {
  test('is a PNG of 1200 x 630, made once for everybody who asks', async () => {
    asked = [];
    const path = `${gateway.url}/share/team/${TEAM}.png`;
    const answers = await Promise.all([1, 2, 3].map(() => fetch(path)));
    const [first] = answers;
    expect(first?.headers.get('content-type')).toBe('image/png');
    expect(first?.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const png = Buffer.from(await first!.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(asked).toHaveLength(1);
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
  ])('the name %s', (name, drawn) => expect(toDrawableName(name)).toBe(drawn));

  test('has no markup of a name', () => {
    const svg = drawTeam({ game, row, total_players: 120, ranked: true });
    expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    expect(svg).not.toContain('<script');
  });
});
