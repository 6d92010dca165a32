import { createHash } from 'node:crypto';
import { leagueDrawData } from '@touchline/api/http/league-tables';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { drawLeague } from '@touchline/rules/league-draw';
import { describe, expect, it } from 'vitest';
import { createSeasons } from '../football/seasons.ts';
import { DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpHeadToHeadSuite } from '../testing/head-to-head-suite.ts';
import { drawLeagues } from './draw.ts';

const suite = setUpHeadToHeadSuite(3);
const { app, steps, members } = suite;
const [OWNER, ANN] = members(2) as [string, string];
const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

/** Makes every draw of a drawn league fail. */
const rejectSecondDraws = () =>
  app.db.raw(`
    create function games.reject_draw() returns trigger language plpgsql as
      'begin raise exception ''league % is drawn'', old.id; end';
    create trigger reject_draw before update of draw on games.leagues for each row when (old.draw is not null)
      execute function games.reject_draw()`);

describe('game rule 9.11: the draw of a head-to-head league', () => {
  it('two replicas draw a league once, and every member can repeat the draw', async () => {
    const { id } = await suite.createLeague(5);
    await rejectSecondDraws();
    const replica = await startGamesApp({ ...app, feed: app.feed, now: app.clock.now });
    const deps = () => ({
      db: app.db,
      seasons: createSeasons(app.db, DEFAULT_CALENDAR),
      now: () => app.clock.now,
    });
    await app.kickOff(1);
    await drawLeagues(deps());
    expect((await suite.fixtures(OWNER, id)).draw).toBeNull();
    await suite.start(1, [9, 8, 7, 6, 5]);
    await Promise.all([drawLeagues(deps()), drawLeagues(deps()), drawLeagues(deps())]);
    const draw = await suite.waitForDraw(OWNER, id);
    await replica.stopService();

    const data = await app.as(ANN).request(leagueDrawData, { params: { id } });
    expect(await sha256(JSON.stringify(data))).toBe(draw.data_hash);
    const { gameweek, data_hash } = draw;
    const facts = { league_id: id, members: members(5), gameweek, data_hash };
    expect(await drawLeague(facts, sha256)).toEqual({ seed: draw.seed, members: draw.members });
  });

  it('a later change of the football data changes neither the draw nor its data', async () => {
    const { id } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    const draw = await suite.waitForDraw(OWNER, id);
    await suite.start(1, [1, 2, 3, 4]);
    await suite.finish(1);
    await suite.waitForMatches(OWNER, id, 1);
    expect((await suite.fixtures(OWNER, id)).draw).toEqual(draw);
    const data = await app.as(ANN).request(leagueDrawData, { params: { id } });
    expect(await sha256(JSON.stringify(data))).toBe(draw.data_hash);
  });

  it('a member leaves before the first kick-off but not after it, and no member joins after it', async () => {
    const { id, code } = await suite.createLeague(5);
    expect(await steps.remove(ANN, id, ANN)).toEqual({ members: 4 });
    await app.kickOff(1);
    await expect(steps.remove(OWNER, id, OWNER)).rejects.toMatchObject({ code: 'LEAGUE_STARTED' });
    await expect(steps.join(ANN, code)).rejects.toMatchObject({ code: 'LEAGUE_STARTED' });
    await suite.start(1, [9, 8, 7, 6, 5]);
    expect((await suite.waitForDraw(OWNER, id)).members).not.toContain(ANN);
    await expect(steps.remove(OWNER, id, OWNER)).rejects.toMatchObject({ code: 'LEAGUE_STARTED' });
  });

  it('a league of three stays open and starts with the next gameweek', async () => {
    const { id, code, game } = await suite.createLeague(3);
    await suite.start(1, [9, 8, 7]);
    await expect.poll(async () => (await steps.get(OWNER, id)).start_gameweek).toBe(2);
    expect(await steps.get(OWNER, id)).toMatchObject({ state: 'OPEN', code });
    const late = members(4).at(-1)!;
    await app.join(late, game, {});
    await steps.join(late, code);
    await suite.finish(1);
    await suite.start(2, [9, 8, 7]);
    expect(await suite.waitForDraw(OWNER, id)).toMatchObject({ gameweek: 2 });
    expect((await suite.fixtures(OWNER, id, { wallet: OWNER })).matches).toMatchObject([
      { gameweek: 2, state: 'LIVE' },
      { gameweek: 3, state: 'SCHEDULED' },
    ]);
  });

  it('a league of three whose first gameweek was moved behind the next one starts with the gameweek after both', async () => {
    const { id } = await suite.createLeague(3);
    const afterSecond = Date.parse(app.feed.fixture(200).kickoff_time!) + DAY;
    app.feed.setFixtures(1, { kickoff_time: new Date(afterSecond).toISOString() });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    await suite.start(2, [9, 8, 7]);
    await expect.poll(async () => (await steps.get(OWNER, id)).start_gameweek).toBe(3);
  });

  it('a league of three in the last gameweek never starts, and its members may leave', async () => {
    const { id, code, game } = await suite.createLeague(3, { start_gameweek: 3 });
    const late = members(4).at(-1)!;
    await app.join(late, game, {});
    await suite.start(3, [9, 8, 7]);
    await expect.poll(async () => (await steps.get(OWNER, id)).start_gameweek).toBe(4);
    const league = await steps.get(OWNER, id);
    expect(league).toMatchObject({ state: 'FINISHED', code: null, game: { status: 'ACTIVE' } });
    expect((await steps.mine(OWNER)).find((each) => each.id === id)).toMatchObject({ rank: null });
    const closed = { code: 'LEAGUE_STARTED' };
    await expect(steps.join(late, code)).rejects.toMatchObject(closed);
    await expect(steps.rotate(OWNER, id)).rejects.toMatchObject(closed);
    await expect(steps.edit(OWNER, id, { start_gameweek: 3 })).rejects.toMatchObject(closed);
    await expect(steps.remove(OWNER, id, ANN)).rejects.toMatchObject(closed);
    expect(await steps.remove(ANN, id, ANN)).toEqual({ members: 2 });
  });

  it('members may also leave once a gameweek after the game has begun', async () => {
    const { id: game } = await app.game('WEEKLY', 1);
    await app.join(OWNER, game, {});
    const { id } = await steps.create(OWNER, game, { kind: 'HEAD_TO_HEAD' });
    await suite.start(1, []);
    await expect.poll(async () => (await steps.get(OWNER, id)).start_gameweek).toBe(2);
    await app.kickOff(2);
    expect(await steps.get(OWNER, id)).toMatchObject({ state: 'FINISHED', code: null });
    expect(await steps.remove(OWNER, id, OWNER)).toEqual({ members: 0 });
  });
});
