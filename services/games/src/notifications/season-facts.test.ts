import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, test } from 'vitest';
import { loadSeason } from '../football/season.store.ts';
import { type FixtureInfo, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { describeDeadline, describeGoal, describeKickOff } from './notes.ts';
import { findSeasonFacts } from './season-facts.ts';
import type { NotifiedTeam } from './teams.store.ts';

const NOW = Date.parse('2031-08-15T12:00:00Z');
const KICK_OFF = NOW + 74 * HOUR;
const CAPTAIN = 138;

const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, [KICK_OFF]), 'test');

const buildTeam = (fields: Partial<NotifiedTeam>): NotifiedTeam => ({
  wallet: wallet(1),
  game_id: 'game',
  participation_id: 'entry',
  team_name: 'Team',
  joined_at: NOW,
  start: NOW,
  end: KICK_OFF,
  field: [],
  bench: [],
  captain_id: 0,
  ...fields,
});

const findFacts = async (season: string, now: number) =>
  findSeasonFacts(app.db, await loadSeason(app.db, season, DEFAULT_CALENDAR), now);

test('reminders count to the first kick-off, also one that moves', async () => {
  const find = async (now: number) => (await findFacts(app.feed.season, now)).map(({ keys }) => keys[0]);
  const prefix = `DEADLINE_30M:${app.feed.season}:1`;
  expect(await find(KICK_OFF - 31 * MINUTE)).toEqual([`DEADLINE_2H:${app.feed.season}:1:${KICK_OFF}`]);
  expect(await find(KICK_OFF - 30 * MINUTE)).toEqual([`${prefix}:${KICK_OFF}`]);
  const moved = KICK_OFF + 3 * HOUR;
  app.feed.setFixtures(1, { kickoff_time: new Date(moved).toISOString() });
  await app.feed.publishFixtures();
  await app.waitForFeed();
  expect(await find(moved - 30 * MINUTE)).toEqual([`${prefix}:${moved}`]);
});

test('starters who are not locked are reported until the last kick-off', async () => {
  const last = KICK_OFF + 24 * HOUR;
  const sunday = app.feed.fixture(104);
  sunday.kickoff_time = new Date(last).toISOString();
  await app.feed.publishFixtures();
  const { id: game } = await app.game('SEASON');
  await app.join(wallet(1), game);
  const starters = TEAM.field.map((id) => app.feed.players.find((player) => player.id === id)!);
  const plays = (team: number) => [sunday.team_h, sunday.team_a].includes(team);
  const open = starters.find(({ team }) => plays(team))!;
  const locked = starters.find(({ team }) => !plays(team))!;
  for (const player of [open, locked]) player.status = 'i';
  await app.feed.publishBootstrap();
  await app.waitForFeed();
  const describe = async (now: number) => {
    const facts = (await findFacts(app.feed.season, now)).filter(({ kind }) => kind === 'LINEUP');
    const notes = facts.map(async ({ keys, expires_at, prepare }) => {
      const note = (await prepare(app.db, [wallet(1)], keys))({ wallet: wallet(1), muted_games: [] });
      return [keys.length, note?.body, expires_at];
    });
    return Promise.all(notes);
  };
  const [both] = await describe(KICK_OFF - 1);
  expect(both).toEqual([
    2,
    expect.stringMatching(/\), .*\. Change your lineup before the deadline\.$/),
    KICK_OFF,
  ]);
  expect(await describe(KICK_OFF)).toEqual([
    [1, `${open.web_name} (injured). Change your lineup before the last kick-off.`, last],
  ]);
  expect(await describe(last)).toEqual([]);
});

test('a kick-off is reported while the match is played, also after a delay', async () => {
  const find = async (now: number) => {
    const facts = await findFacts(app.feed.season, now);
    return facts.filter(({ kind }) => kind === 'KICK_OFF').map(({ keys }) => keys);
  };
  const publish = async (changes: Partial<FixtureInfo>) => {
    Object.assign(app.feed.fixture(104), changes);
    await app.feed.publishFixtures();
    await app.waitForFeed();
  };
  expect(await find(KICK_OFF + MINUTE)).toEqual([]);
  await publish({ started: true });
  expect(await find(KICK_OFF + 40 * MINUTE)).toEqual([[`KICK_OFF:${app.feed.season}:104`]]);
  expect(await find(KICK_OFF + HOUR)).toEqual([]);
  await publish({ finished_provisional: true });
  expect(await find(KICK_OFF + 50 * MINUTE)).toEqual([]);
});

test('kick-offs and goals are announced only to teams for which the match counts', async () => {
  const { id: game } = await app.game('SEASON');
  await app.join(wallet(1), game);
  app.feed.setFixtures(1, { started: true });
  const explain = [{ identifier: 'goals_scored', value: 1, points: 4 }];
  app.feed.score(1, CAPTAIN, { points: 4, explain });
  await app.feed.publishMatches(1);
  await app.waitForFeed();
  const facts = (await findFacts(app.feed.season, KICK_OFF + MINUTE)).filter(({ kind }) => kind !== 'LINEUP');
  // In one transaction: the service itself moves the times of a game back to those of its season.
  const describe = (start: number, end: number, joined: number) =>
    app.db.transaction(async (trx) => {
      const times = [new Date(start), new Date(end)];
      await trx.raw('update games set start_time = ?, end_time = ? where id = ?', [...times, game]);
      await trx.raw('update entries set joined_at = ? where game_id = ?', [new Date(joined), game]);
      const titles: string[] = [];
      for (const { keys, prepare } of facts) {
        const note = (await prepare(trx, [wallet(1)], keys))({ wallet: wallet(1), muted_games: [] });
        if (note) titles.push(note.title);
      }
      return titles;
    });
  const announced = ['Kick-off: C13 v C14', `Goal! Player${CAPTAIN}`];
  expect(await describe(KICK_OFF, KICK_OFF, KICK_OFF)).toEqual(announced);
  expect(await describe(KICK_OFF + HOUR, KICK_OFF + 3 * HOUR, NOW)).toEqual([]);
  expect(await describe(NOW, KICK_OFF - 1, NOW)).toEqual([]);
  expect(await describe(NOW, KICK_OFF + 3 * HOUR, KICK_OFF + 1)).toEqual([]);
});

test('the texts of notifications name bench players and several captains, and count one team in the singular', async () => {
  const season = await loadSeason(app.db, app.feed.season, DEFAULT_CALENDAR);
  const fixture = season.fixtures[0]!;
  const [one, two] = [...season.players.values()].filter(({ team }) => team === fixture.home);
  const match = `${season.clubs.get(fixture.home)!.short_name} v ${season.clubs.get(fixture.away)!.short_name}`;
  expect(describeGoal(season, fixture, one!.id, [buildTeam({ bench: [one!.id] })])?.body).toBe(
    `Your bench player scored in ${match} (Team).`,
  );
  const captains = [one!, two!].map(({ id }) => buildTeam({ captain_id: id }));
  expect(describeKickOff(season, fixture, captains)?.body).toBe(
    `Your captains, ${one!.web_name}, ${two!.web_name}, score double points.`,
  );
  const players = new Map([...season.players].map(([id, player]) => [id, { ...player, status: 'i' }]));
  const teams = Array.from({ length: 4 }, () => buildTeam({ field: [one!.id] }));
  const deadline = describeDeadline({ ...season, players }, season.gameweeks[0]!, teams);
  expect(deadline?.body).toMatch(/\nAnd 1 more team\.$/);
});

test('a gameweek without matches has no reminders and no absent players, and the next one with matches has', async () => {
  app.feed.addGameweek(2, [], KICK_OFF + 24 * HOUR);
  app.feed.addGameweek(3, [KICK_OFF + 48 * HOUR]);
  await app.feed.publishAll();
  await app.waitForFeed();
  const find = async (left: number) => {
    const facts = await findFacts(app.feed.season, KICK_OFF + 24 * HOUR - left);
    return facts.map(({ keys }) => keys[0]);
  };
  for (const left of [23 * HOUR, 2 * HOUR, 30 * MINUTE]) expect(await find(left)).toEqual([]);
  expect(await find(0)).toEqual([`DEADLINE_24H:${app.feed.season}:3:${KICK_OFF + 48 * HOUR}`]);
  app.feed.players[0]!.status = 'i';
  await app.feed.publishBootstrap();
  await app.waitForFeed();
  expect(await find(23 * HOUR)).toEqual([`LINEUP:${app.feed.season}:3:${app.feed.players[0]!.id}`]);
});

test('no absent player is reported while the fixtures of a season are missing', async () => {
  app.feed.season = '2032';
  app.feed.versions.clear();
  const find = () => findFacts('2032', KICK_OFF - 25 * HOUR);
  await app.feed.publishBootstrap();
  await app.waitForFeed();
  expect(await find()).toEqual([]);
  await app.feed.publishFixtures();
  await app.waitForFeed();
  expect(await find()).toEqual([]);
  app.feed.players[0]!.status = 'i';
  await app.feed.publishBootstrap();
  await app.waitForFeed();
  expect((await find()).map(({ keys }) => keys)).toEqual([[`LINEUP:2032:1:${app.feed.players[0]!.id}`]]);
});
