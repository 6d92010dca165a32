import { query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const KICKOFFS = [1, 8, 15].map((days) => NOW + days * DAY);
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, KICKOFFS));
const [OWNER, ANN, BEN, CAT] = [1, 2, 3, 4].map((n) => wallet(n)) as [string, string, string, string];
let season = '';

beforeAll(async () => {
  season = (await app.game('SEASON')).id;
  for (const who of [OWNER, ANN, BEN, CAT]) await app.join(who, season);
});

afterEach(async () => {
  await app.db.raw('delete from leagues');
});

const { join, get, remove, rotate, mine, ...steps } = createLeagueSteps(app);
const create = (who = OWNER, fields: object = {}) => steps.create(who, season, fields);
const fails = (code: string) => expect.objectContaining({ code });

describe('concurrent requests', () => {
  it('the last place of a league has one taker', async () => {
    const { id, code } = await create(OWNER, { kind: 'HEAD_TO_HEAD' });
    await app.db.raw('update leagues set members = 19 where id = ?', [id]);
    const results = await Promise.allSettled([ANN, BEN, CAT].map((who) => join(who, code)));
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(rejected).toEqual([fails('LEAGUE_FULL'), fails('LEAGUE_FULL')]);
  });

  it('two tabs that join are one member', async () => {
    const { id, code } = await create();
    await Promise.all([join(ANN, code), join(ANN, code), join(ANN, code)]);
    expect(await get(OWNER, id)).toMatchObject({ members: 2 });
  });

  it('a join during a ban leaves no banned member', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code } = await create();
      await Promise.allSettled([join(ANN, code), remove(OWNER, id, ANN, 'true'), join(ANN, code)]);
      expect(await get(OWNER, id)).toMatchObject({ members: 1, banned: [ANN] });
      await expect(get(ANN, id)).rejects.toEqual(fails('NOT_FOUND'));
    }
  });

  it('a code that is replaced during a join works before or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code } = await create();
      const [joined] = await Promise.allSettled([join(ANN, code), rotate(OWNER, id)]);
      const { members } = await get(OWNER, id);
      expect(members).toBe(joined.status === 'fulfilled' ? 2 : 1);
    }
  });

  it('an entry that creates leagues concurrently keeps its limit and its names', async () => {
    await Promise.all(Array.from({ length: 29 }, () => create(ANN)));
    const same = Array.from({ length: 4 }, () => create(ANN, { name: 'The same name' }));
    const other = Array.from({ length: 4 }, () => create(CAT, { name: 'The same name' }));
    const results = await Promise.allSettled([...same, ...other]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [first, second] = [ANN, CAT].map(
      async (who) => (await mine(who)).filter(({ automatic }) => automatic === null).length,
    );
    expect(await Promise.all([first, second])).toEqual([30, 1]);
  });

  it('batches that name entries and leagues in opposite orders do not block each other', async () => {
    const [a, b] = [await create(OWNER), await create(CAT)];
    const replica = await startGamesApp({ ...app, feed: app.feed, now: app.clock.now });
    const { join: joinReplica } = createLeagueSteps(replica);
    await Promise.all([
      ...[ANN, BEN].flatMap((who) => [join(who, a.code), join(who, b.code)]),
      ...[BEN, ANN].flatMap((who) => [joinReplica(who, b.code), joinReplica(who, a.code)]),
    ]);
    await replica.stopService();
    for (const league of [a, b]) expect(await get(league.owner!, league.id)).toMatchObject({ members: 3 });
    const versions = await query<{ versions: number[] }>(
      app.db,
      'select array_agg(version order by version) as versions from league_members group by league_id',
    );
    expect(versions.map((league) => league.versions)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });
});
