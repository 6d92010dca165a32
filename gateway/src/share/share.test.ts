import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeGames, GAME, game, invitation, row, startFakeGames, TEAM } from '../testing/fake-games.ts';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet } from '../testing/visitor.ts';
import { drawLeague, drawTeam } from './drawing.ts';
import { describeLeague, describeTeam } from './link-previews.ts';

const folder = createFolder('share');
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html><head><title>T</title></head><body></body></html>',
);

let games: FakeGames;
// Before the gateway, which needs the address.
beforeAll(async () => {
  games = await startFakeGames();
});
const gateway = gatewaySuite(createTestDatabase, () => ({
  SHELL_DIR: folder,
  SERVICE_GAMES_URL: games.url,
}));
afterAll(() => games.stop());

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
  test('a link to a team shows its name, rank and points, with escaped markup', async () => {
    expect(await readTags(`/rankings?game=${GAME}&team=${TEAM}`)).toMatchObject({
      'og:title': '&quot;>&lt;script>alert(1)&lt;/script> · Gameweek 12',
      'og:description': 'Rank 8 of 120 with 54 points in Gameweek 12 on Touchline.',
      'og:url': `http://localhost:8080/rankings?game=${GAME}&amp;team=${TEAM}`,
      'og:image': `http://localhost:8080/share/team/${TEAM}.png`,
    });
  });

  test.each([
    `/rankings?game=${GAME}`,
    `/tournament-select?game=${GAME}`,
    `/games/${GAME}`,
    `/results/${GAME}`,
  ])('the link %s shows the name and the picture of the game and leads back to its page', async (path) => {
    expect(await readTags(path)).toMatchObject({
      'og:title': 'Gameweek 12 · Touchline',
      'og:url': `http://localhost:8080${path}`,
      'og:image': `http://localhost:8080/share/game/${GAME}.png`,
    });
  });

  test('links without a team or game show the site', async () => {
    for (const path of [`/team-view/${GAME}`, '/fixtures'])
      expect((await readTags(path))['og:image']).toBe('http://localhost:8080/icons/link.png');
  });
});

describe('preview image', () => {
  test('a preview image is a PNG of 1200 x 630, rendered once for concurrent requests', async () => {
    games.requests = [];
    const path = `${gateway.url}/share/team/${TEAM}.png`;
    const responses = await Promise.all([1, 2, 3].map(() => fetch(path)));
    const [first] = responses;
    expect(first?.headers.get('content-type')).toBe('image/png');
    expect(first?.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const png = Buffer.from(await first!.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(games.requests).toHaveLength(1);
    const etag = first!.headers.get('etag')!;
    const again = await rawGet(gateway.url, `/share/team/${TEAM}.png`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect((await fetch(`${gateway.url}/share/game/${GAME}.png`)).status).toBe(200);
  });

  test.each([`/share/team/${GAME}.png`, `/share/team/${TEAM}.png?x=1`, '/share/team/1.png', '/share/x.png'])(
    '%s is 404',
    async (path) => expect((await fetch(gateway.url + path)).status).toBe(404),
  );
});

describe('team with a prize', () => {
  const prize = `1900${'0'.repeat(18)}`;

  test('a link to the team shows its place and prize', async () => {
    games.prize = prize;
    // The previous texts of the team are cached by the other gateway.
    const { url } = await gateway.start({ SHELL_DIR: folder, SERVICE_GAMES_URL: games.url });
    const { text } = await rawGet(url, `/team-view/${TEAM}`, page);
    games.prize = null;
    expect(text).toContain('8th of 120 · won 1,900 WLD in Gameweek 12 on Touchline.');
  });

  test.each([
    [prize, '1,900'],
    [`1900509${'9'.repeat(15)}`, '1,900.5'],
    [`123456789${'0'.repeat(18)}`, '123,456,789'],
  ])('the image shows the place and %s wei as %s tokens', (wei, drawn) => {
    const svg = drawTeam({ game, row, total_players: 120, ranked: true, prize: wei });
    for (const shown of ['8th', 'of 120', drawn, 'WLD won']) expect(svg).toContain(`>${shown}</text>`);
    expect(svg).not.toContain('points');
  });

  const usdc = { ...game.prizes.token, symbol: 'USDC', decimals: 6 };
  const late = {
    game: { ...game, prizes: { ...game.prizes, token: usdc } },
    row: { ...row, rank: 1_902 },
    total_players: 4_000,
    ranked: true,
  };

  test('the link and the image group thousands and show a prize below 0.01 as on pages', () => {
    const card = { ...late, prize: '4000' };
    const description = '1,902nd of 4,000 · won under 0.01 USDC in Gameweek 12 on Touchline.';
    expect(describeTeam(card).description).toBe(description);
    const svg = drawTeam(card);
    for (const shown of ['1,902nd', 'of 4,000', 'under 0.01', 'USDC won'])
      expect(svg).toContain(`>${shown}</text>`);
  });

  test('the link and the image of a team without a prize group thousands', () => {
    const card = { ...late, prize: null };
    expect(describeTeam(card).description).toContain('Rank 1,902 of 4,000 with 54 points');
    expect(drawTeam({ ...card, ranked: false })).toContain('>4,000 teams</text>');
  });
});

test('P5 page tags and images count towards the limit of leaderboards, and a page is shown without its tags', async () => {
  const { url } = await gateway.start({
    SHELL_DIR: folder,
    SERVICE_GAMES_URL: games.url,
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '2',
  });
  const from = (address: string) => ({ ...page, 'x-forwarded-for': address });
  const unknown = (n: number) => `/team-view/00000003-0000-4000-8000-00000000000${n}`;
  for (const n of [1, 1, 2]) await rawGet(url, unknown(n), from('192.0.2.1')); // the second one is cached
  games.requests = [];
  const { text } = await rawGet(url, `/team-view/${TEAM}`, from('192.0.2.1'));
  expect(text).toContain('Touchline Fantasy Football');
  const image = `/share/team/${TEAM}.png`;
  const leaderboard = `/api/games/${GAME}/leaderboard`;
  for (const path of [image, leaderboard])
    expect((await rawGet(url, path, from('192.0.2.1'))).status).toBe(429);
  expect(games.requests).toEqual([]);
  for (const path of [image, leaderboard])
    expect((await rawGet(url, path, from('192.0.2.2'))).status).toBe(200);
  expect((await rawGet(url, `/team-view/${TEAM}`, from('192.0.2.3'))).text).toContain('Gameweek 12');
});

describe('game rule 9.3: invitation to a league', () => {
  const { code } = invitation;

  test('the link shows name, game and number of members, with escaped markup', async () => {
    expect(await readTags(`/leagues/join/${code.toLowerCase()}`)).toMatchObject({
      'og:title': 'Join &lt;Secret> pub · Touchline',
      'og:description': 'A league in Gameweek 12 with 3 members. Join with your team.',
      'og:url': `http://localhost:8080/leagues/join/${code.toLowerCase()}`,
      'og:image': `http://localhost:8080/share/league/${code}.png`,
    });
    const image = await fetch(`${gateway.url}/share/league/${code}.png`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const svg = drawLeague(invitation);
    for (const shown of ['&lt;Secret&gt; pub', '3 members', 'You are invited'])
      expect(svg).toContain(`>${shown}</text>`);
    expect(svg).not.toContain(invitation.owner);
  });

  test.each([
    [{ state: 'STARTED' as const }, 'Join with your team.'],
    [{ state: 'FINISHED' as const }, 'It no longer accepts members.'],
    [{ kind: 'HEAD_TO_HEAD' as const, state: 'STARTED' as const }, 'It no longer accepts members.'],
  ])('%o: %s', (fields, text) => {
    expect(describeLeague({ ...invitation, ...fields }).description).toContain(text);
  });

  test('game rule 9.5: without the code, no page or picture has anything of the league', async () => {
    games.requests = [];
    const { id } = invitation;
    for (const path of [
      '/leagues',
      `/leagues/${id}`,
      `/leagues/${id}?code=${code}`,
      '/leagues/join/ZZZZZZZZ',
    ])
      expect((await rawGet(gateway.url, path, page)).text).not.toContain('Secret');
    for (const path of [`league/${id}`, `team/${id}`, `game/${id}`, 'league/ZZZZZZZZ', `team/${code}`])
      expect((await fetch(`${gateway.url}/share/${path}.png`)).status).toBe(404);
    expect(games.requests.filter(({ path }) => path.includes(code))).toEqual([]);
  });

  test('wrong codes in pages and pictures count as wrong codes, and a blocked address sees no league', async () => {
    const { url } = await gateway.start({ SHELL_DIR: folder, SERVICE_GAMES_URL: games.url });
    for (let n = 0; n < 5; n += 1) {
      await rawGet(url, `/leagues/join/ZZZZZZZ${n}`, page);
      expect((await fetch(`${url}/share/league/YYYYYYY${n}.png`)).status).toBe(404);
    }
    expect((await fetch(`${url}/api/leagues/invitations/${code}`)).status).toBe(429);
    expect((await fetch(`${url}/share/league/${code}.png`)).status).toBe(429);
    expect((await rawGet(url, `/leagues/join/${code}`, page)).text).not.toContain('Secret');
  });
});
