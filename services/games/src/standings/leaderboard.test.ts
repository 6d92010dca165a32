import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

let id: string;
/** The season game, with teams 1 to 4. */
let season: string;
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, now, [now + DAY, now + 8 * DAY, now + 15 * DAY]),
);
/** Captains by wallet: 1 and 2 share the best, 3 is next, the others share another. */
const captains = [138, 138, 148, 158, 158, 158, 158, 158, 158, 158, 158, 158];

beforeAll(async () => {
  id = (await app.game('WEEKLY', 1)).id;
  for (const [index, captain_id] of captains.entries())
    await app.join(wallet(index + 1), id, { captain_id, team_name: `Team ${index + 1}` });
  season = (await app.game('SEASON')).id;
  for (const [index, captain_id] of captains.slice(0, 4).entries())
    await app.join(wallet(index + 1), season, { captain_id, team_name: `Team ${index + 1}` });
  await app.kickOff(1);
  app.feed.playAll(1);
  app.feed.score(1, 138, { points: 10 });
  app.feed.score(1, 148, { points: 5 });
  await app.publishPoints(1);
});

describe('the leaderboard', () => {
  it('API-19 DATA-11 the leaderboard ranks by points with shared ranks', async () => {
    const data = await app.leaderboard(id);
    expect(data.leaderboard.map((row) => row.rank)).toEqual([1, 1, 3, ...Array<number>(9).fill(4)]);
    expect(data.leaderboard[0]).toMatchObject({
      rank: 1,
      user_id: wallet(1),
      wallet_address: wallet(1),
      team_name: 'Team 1',
      earned_points: 43,
      current_points: 153,
      entry_points: 110,
      coefficient_applied: 1,
      gameweek_points: 43,
    });
  });

  it('DATA-13 the leaderboard includes a summary', async () => {
    const { summary, leaderboard: rows, total } = await app.leaderboard(id);
    const average = rows.reduce((sum, row) => sum + row.earned_points, 0) / rows.length;
    expect(total).toBe(12);
    expect(summary).toEqual({
      total_players: 12,
      top_score: 43,
      average_score: Math.round(average * 1000) / 1000,
      gameweek: 1,
    });
  });

  it('API-19 RANK-03 the leaderboard returns pages, empty after the last', async () => {
    const page = await app.leaderboard(id, { limit: '5', page: '3' });
    expect(page.total).toBe(12);
    expect(page.leaderboard.map((row) => row.team_name)).toEqual(['Team 11', 'Team 12']);
    expect((await app.leaderboard(id, { limit: '5', page: '4' })).leaderboard).toEqual([]);
  });

  it("the leaderboard includes the caller's row on every page, and none for guests and wallets outside the game", async () => {
    const { me } = await app.leaderboard(id, { limit: '1', search: 'Team 1' }, wallet(9));
    expect(me).toMatchObject({ team_name: 'Team 9', rank: 4 });
    expect((await app.leaderboard(id)).me).toBeNull();
    expect((await app.leaderboard(id, {}, wallet(999))).me).toBeNull();
  });

  it('the leaderboard compresses for clients that accept gzip, and responds 304 for the ETag of either encoding', async () => {
    const authorization = `Bearer ${await app.tokens.accessToken(wallet(9))}`;
    const fetchPage = (headers: Record<string, string>) =>
      fetch(`${app.url}/api/games/${id}/leaderboard`, { headers: { authorization, ...headers } });
    const [plain, gzip] = await Promise.all([
      fetchPage({ 'accept-encoding': 'identity' }),
      fetchPage({ 'accept-encoding': 'br;q=0.5, gzip' }),
    ]);
    expect(await gzip.text()).toBe(await plain.text());
    const header = (response: Response, name: string) => response.headers.get(name);
    expect(header(plain, 'content-encoding')).toBeNull();
    expect(header(gzip, 'content-encoding')).toBe('gzip');
    expect(header(gzip, 'vary')).toBe('Authorization, Accept-Encoding');
    expect(Number(header(gzip, 'content-length'))).toBeLessThan(Number(header(plain, 'content-length')) / 2);
    expect((await fetchPage({ 'if-none-match': header(gzip, 'etag')! })).status).toBe(304);
  });

  it('RANK-04 the leaderboard searches team name and wallet and keeps the ranks', async () => {
    const byName = await app.leaderboard(id, { search: 'tEAM 3' });
    expect(byName.leaderboard.map((row) => [row.rank, row.team_name])).toEqual([[3, 'Team 3']]);
    const byWallet = await app.leaderboard(id, { search: wallet(12).slice(-6).toUpperCase() });
    expect(byWallet.leaderboard.map((row) => row.team_name)).toEqual(['Team 12']);
    expect((await app.leaderboard(id, { search: '%' })).total).toBe(0);
  });

  it('the leaderboard lists no entry without a stake among the stakers', async () => {
    expect(await app.leaderboard(id, { staked_only: 'true' })).toMatchObject({ total: 0, leaderboard: [] });
  });

  it('RANK-06 the leaderboard sorts by points in both directions', async () => {
    const names = async (query: Record<string, string>) =>
      (await app.leaderboard(id, query)).leaderboard.map((row) => row.team_name);
    const best = ['Team 1', 'Team 2', 'Team 3', 'Team 4'];
    expect((await names({ sort_by: 'gameweek_points' })).slice(0, 4)).toEqual(best);
    expect((await names({ sort_by: 'total_points', sort_order: 'ASC' })).slice(-2)).toEqual([
      'Team 2',
      'Team 1',
    ]);
    expect((await names({ sort_by: 'gameweek_points', sort_order: 'asc' })).at(-3)).toBe('Team 3');
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['sort_by=password', 'sort_by'],
    ['sort_order=up', 'sort_order'],
    ['staked_only=yes', 'staked_only'],
    ['refresh=1', 'refresh'],
    [`search=${'x'.repeat(65)}`, 'search'],
    ['limit=1&limit=2', 'limit'],
    ['page=10001', 'page'],
    ['sort_by=(select pg_sleep(5))', 'sort_by'],
    ['sort_order=desc;drop table entries', 'sort_order'],
  ])('A13 API-19 a leaderboard rejects %s and names the parameter', async (query, path) => {
    const { status, body } = await app.raw('GET', `/games/${id}/leaderboard?${query}`, null);
    expect(status).toBe(400);
    expect(body.details?.[0]?.path).toBe(path);
  });

  it.each(["' or 1=1--", '%%%%', '_____', '\\', '(select pg_sleep(5))'])(
    'A13 a leaderboard treats the search text %s literally',
    async (search) => {
      const { status, body } = await app.raw(
        'GET',
        `/games/${id}/leaderboard?${new URLSearchParams({ search })}`,
        null,
      );
      expect([status, body.data]).toMatchObject([200, { total: 0, leaderboard: [] }]);
    },
  );

  it('A7 the leaderboard shows guests and players only the public fields of a team', async () => {
    const fields = [
      'captain',
      'coefficient_applied',
      'current_points',
      'earned_points',
      'entry_points',
      'gameweek_points',
      'participation_id',
      'played',
      'previous_rank',
      'rank',
      'team_name',
      'user_id',
      'wallet_address',
    ];
    for (const who of [null, wallet(9)]) {
      const { body } = await app.raw('GET', `/games/${id}/leaderboard`, who);
      const { leaderboard, me } = body.data as { leaderboard: object[]; me: object | null };
      for (const row of me ? [...leaderboard, me] : leaderboard)
        expect(Object.keys(row).sort()).toEqual(fields);
      expect(me === null).toBe(who === null);
    }
  });

  it('the leaderboard treats a client with an invalid token as a guest instead of responding 401', async () => {
    const response = await fetch(`${app.url}/api/games/${id}/leaderboard`, {
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(response.status).toBe(200);
  });

  it('the leaderboard includes every acknowledged join during a hundred concurrent joins', async () => {
    const joined = new Set<string>();
    const missing: string[] = [];
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const who = wallet(1000 + index);
        await app.join(who, id, { team_name: `Concurrent ${index}`, captain_id: TEAM.field[10] });
        joined.add(who);
        const { me } = await app.leaderboard(id, { limit: '1' }, who);
        if (!me) missing.push(who);
      }),
    );
    expect(missing).toEqual([]);
    const { summary } = await app.leaderboard(id);
    expect(summary.total_players).toBe(12 + joined.size);
  });

  it('RANK-06 the leaderboard sorts by the points of the running gameweek, which differ from the total', async () => {
    await app.kickOff(2);
    app.feed.playAll(2);
    app.feed.score(2, 138, { points: 3 });
    app.feed.score(2, 148, { points: 6 });
    await app.publishPoints(2);
    const list = async (sort_by: string, sort_order: string) =>
      (await app.leaderboard(season, { sort_by, sort_order })).leaderboard.map(
        ({ team_name, earned_points, gameweek_points }) => [team_name, earned_points, gameweek_points],
      );
    const [one, two, three, four] = [
      ['Team 1', 73, 30],
      ['Team 2', 73, 30],
      ['Team 3', 71, 33],
      ['Team 4', 64, 29],
    ];
    expect(await list('total_points', 'desc')).toEqual([one, two, three, four]);
    expect(await list('total_points', 'asc')).toEqual([four, three, two, one]);
    expect(await list('gameweek_points', 'desc')).toEqual([three, one, two, four]);
    expect(await list('gameweek_points', 'asc')).toEqual([four, one, two, three]);
  });

  it('DATA-11 entry points of a team that joined late are sealed until all matches of a gameweek have kicked off', async () => {
    await app.join(wallet(90), season, { captain_id: 138, team_name: 'Late Team' });
    const readRow = async () => (await app.leaderboard(season, { search: 'Late Team' })).leaderboard[0];
    expect(await readRow()).toMatchObject({ entry_points: 0, current_points: 0 });
    const last = app.feed.fixture(309);
    app.feed.setFixtures(3, { started: true });
    app.clock.now = Date.parse(last.kickoff_time!) + HOUR;
    Object.assign(last, { started: false, kickoff_time: new Date(app.clock.now + DAY).toISOString() });
    await app.feed.publishFixtures();
    app.feed.score(3, 138, { points: 7 });
    await app.publishPoints(3);
    expect(await readRow()).toMatchObject({ entry_points: 0, current_points: 14, gameweek_points: 14 });
    last.started = true;
    app.clock.now += DAY + HOUR;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    expect(await readRow()).toMatchObject({ entry_points: 110, current_points: 124, gameweek_points: 14 });
  });
});
