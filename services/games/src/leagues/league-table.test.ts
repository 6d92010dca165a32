import { leagueManager } from '@touchline/api/http/league-tables';
import { setSupportedClub } from '@touchline/api/http/leagues';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { createStandingsEngine } from '@touchline/standings/engine';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GameStandings } from '../standings/cached-games.ts';
import { DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import type { AutomaticLeague, AutomaticRule } from './league.ts';
import { createTables } from './league-table.ts';
import type { LeaguesContext } from './leagues-context.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const KICKOFFS = [1, 8, 15].map((days) => NOW + days * DAY);
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, KICKOFFS));
const steps = createLeagueSteps(app);
const [OWNER, ANN, BEN, CAT] = [1, 2, 3, 4].map((n) => wallet(n)) as [string, string, string, string];
/** Captain of each player: their points differ by it. */
const CAPTAINS = new Map([
  [OWNER, TEAM.field[1]!],
  [ANN, TEAM.field[2]!],
  [BEN, TEAM.field[3]!],
  [CAT, TEAM.field[4]!],
]);
/** The season game, and leagues of OWNER, ANN and BEN: of all gameweeks, and from the second one. */
const created = { season: '', all: '', second: '' };

/** Plays a gameweek in which some players score. */
async function play(gameweek: number, points: readonly [player: number, points: number][], settle = true) {
  await app.kickOff(gameweek);
  app.feed.playAll(gameweek);
  for (const [player, own] of points) app.feed.score(gameweek, player, { points: own });
  await app.publishPoints(gameweek);
  if (!settle) return;
  await app.endMatches(gameweek);
  await app.checkGameweek(gameweek);
  app.clock.now = KICKOFFS[gameweek - 1]! + 2 * DAY;
}

/** Methods of all standings of this process. */
const Standings = Object.getPrototypeOf(createStandingsEngine({} as never).create());

const ranksOf = async (id: string, who = OWNER) =>
  (await steps.table(who, id)).rows.map((row) => [row.rank, row.previous_rank, row.wallet_address]);

beforeAll(async () => {
  created.season = (await app.game('SEASON')).id;
  for (const [who, captain_id] of CAPTAINS)
    await app.join(who, created.season, { captain_id, vice_captain_id: TEAM.field[0]! });
  const all = await steps.create(OWNER, created.season);
  const second = await steps.create(OWNER, created.season, { start_gameweek: 2 });
  for (const { code } of [all, second]) for (const who of [ANN, BEN]) await steps.join(who, code);
  Object.assign(created, { all: all.id, second: second.id });
});

describe('game rule 9.6: the table of a classic league', () => {
  it('members without points share the first rank', async () => {
    const { rows, total, me, gameweek } = await steps.table(OWNER, created.all);
    expect(rows.map(({ rank, points, captain, played }) => [rank, points, captain, played])).toEqual(
      Array(3).fill([1, 0, null, null]),
    );
    expect([total, gameweek, me?.wallet_address]).toEqual([3, null, OWNER]);
  });

  it('members are ranked by points; strangers of the game are not in it', async () => {
    await play(1, [
      [CAPTAINS.get(BEN)!, 12],
      [CAPTAINS.get(CAT)!, 20],
    ]);
    expect(await ranksOf(created.all)).toEqual([
      [1, null, BEN],
      [2, null, OWNER],
      [2, null, ANN],
    ]);
    const { rows } = await steps.table(OWNER, created.all, { limit: '1', page: '2' });
    expect(rows).toMatchObject([{ wallet_address: OWNER, rank: 2 }]);
  });

  it('points count from the start gameweek on, and ranks move against the previous gameweek', async () => {
    expect((await steps.table(OWNER, created.second)).rows.map(({ points }) => points)).toEqual([0, 0, 0]);
    await play(2, [[CAPTAINS.get(ANN)!, 40]], false);
    expect(await ranksOf(created.all)).toEqual([
      [1, 2, ANN],
      [2, 1, BEN],
      [3, 2, OWNER],
    ]);
    const { rows } = await steps.table(OWNER, created.second);
    expect(rows.map((row) => [row.rank, row.previous_rank, row.points - row.gameweek_points])).toEqual([
      [1, null, 0],
      [2, null, 0],
      [2, null, 0],
    ]);
  });

  it('armbands show from the kick-off of the captain, and shares count such players only', async () => {
    const { rows } = await steps.table(OWNER, created.all);
    const shown = (who: string) => rows.find((row) => row.wallet_address === who)?.captain?.web_name;
    expect([ANN, BEN].map(shown)).toEqual([ANN, BEN].map((who) => `Player${CAPTAINS.get(who)}`));
    const { players, members } = await steps.ownership(ANN, created.all);
    const captained = players.filter((player) => player.captained > 0);
    expect(members).toBe(3);
    expect(players.every(({ owned }) => owned === 3)).toBe(true);
    expect(new Set(captained.map((player) => player.player_id))).toEqual(
      new Set([OWNER, ANN, BEN].map((who) => CAPTAINS.get(who))),
    );
  });
});

describe('game rule 9.7: recap and managers', () => {
  it('the recap has the scores and moves of the last final gameweek', async () => {
    await app.endMatches(2);
    await app.checkGameweek(2);
    const recap = await steps.recap(BEN, created.all);
    expect(recap).toMatchObject({
      gameweek: 2,
      best: [{ wallet_address: ANN, rank: 1, previous_rank: 2 }],
      leaders: [{ wallet_address: ANN }],
      climbers: [{ wallet_address: ANN }],
      me: { wallet_address: BEN, rank: 2, previous_rank: 1 },
    });
    expect(new Set(recap!.fallers.map(({ wallet_address }) => wallet_address))).toEqual(
      new Set([OWNER, BEN]),
    );
    const { rows } = await steps.table(BEN, created.all);
    const sum = rows.reduce((total, row) => total + row.gameweek_points, 0);
    expect(recap!.average).toBe(Math.round((sum / 3) * 10) / 10);
  });

  it('a manager is compared in the final gameweeks of the league', async () => {
    const compare = async (id: string) =>
      (await app.as(BEN).request(leagueManager, { params: { id, wallet: ANN } })).gameweeks;
    const both = await compare(created.all);
    expect(both.map(({ gameweek }) => gameweek)).toEqual([1, 2]);
    expect(both[0]!.my_points - both[0]!.points).toBe(10);
    expect((await compare(created.second)).map(({ gameweek }) => gameweek)).toEqual([2]);
    await expect(
      app.as(BEN).request(leagueManager, { params: { id: created.all, wallet: CAT } }),
    ).rejects.toEqual(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('game rule 9.8: automatic leagues', () => {
  const find = async (who: string, kind: string) =>
    (await steps.mine(who)).find(
      ({ automatic, game_id }) => automatic === kind && game_id === created.season,
    );

  it('everyone in the game has the ranks of the leaderboard', async () => {
    const league = (await find(CAT, 'EVERYONE'))!;
    const { leaderboard } = await app.leaderboard(created.season);
    const { rows, total } = await steps.table(CAT, league.id);
    expect(rows.map((row) => [row.rank, row.wallet_address, row.points])).toEqual(
      leaderboard.map((row) => [row.rank, row.wallet_address, row.earned_points]),
    );
    expect([total, league.members, league.max_members]).toEqual([4, 4, null]);
    expect(await steps.get(CAT, league.id)).toMatchObject({ owner: null, code: null, automatic: 'EVERYONE' });
  });

  it('entries with the same first gameweek are in one league', async () => {
    const late = wallet(5);
    app.clock.now = KICKOFFS[1]! + 3 * DAY + HOUR;
    await app.join(late, created.season);
    const [ours, theirs] = [await find(CAT, 'JOINED_TOGETHER'), await find(late, 'JOINED_TOGETHER')];
    expect((await steps.table(CAT, ours!.id)).total).toBe(4);
    expect((await steps.table(late, theirs!.id)).rows.map((row) => row.wallet_address)).toEqual([late]);
    await expect(steps.table(late, ours!.id)).rejects.toEqual(expect.objectContaining({ code: 'NOT_FOUND' }));
    // No gameweek of theirs is final yet.
    expect(await steps.recap(CAT, ours!.id)).not.toBeNull();
    expect(await steps.recap(late, theirs!.id)).toBeNull();
    // The recap leaves out a member who joined game and league after its gameweek.
    const before = await steps.recap(BEN, created.all);
    await steps.join(late, (await steps.get(OWNER, created.all)).code);
    expect(await steps.recap(BEN, created.all)).toEqual(before);
    expect((await steps.recap(late, created.all))!.me).toBeNull();
  });

  it('supporters of a club are in its league until they choose another', async () => {
    const support = (who: string, club: number | null) =>
      app.as(who).request(setSupportedClub, { body: { club } });
    for (const who of [ANN, CAT]) await support(who, 3);
    const league = (await find(ANN, 'CLUB'))!;
    expect(league.name).toBe('Arsenal supporters');
    expect((await steps.table(ANN, league.id)).rows.map((row) => row.wallet_address)).toEqual(
      expect.arrayContaining([ANN, CAT]),
    );
    await support(CAT, null);
    expect(await find(CAT, 'CLUB')).toBeUndefined();
    await expect(steps.table(CAT, league.id)).rejects.toEqual(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('large leagues', () => {
  let everyone = '';
  beforeAll(async () => {
    const leagues = await steps.mine(ANN);
    everyone = leagues.find(({ automatic }) => automatic === 'EVERYONE')!.id;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('a recap of 60 members builds the rows that it shows, and a second member shares them', async () => {
    for (let n = 10; n < 66; n += 1) await app.join(wallet(n), created.season);
    await play(3, [[CAPTAINS.get(ANN)!, 30]]);
    const rowsAt = vi.spyOn(Standings, 'rowsAt');
    const [first, second] = [await steps.recap(ANN, everyone), await steps.recap(wallet(65), everyone)];
    expect((await steps.get(ANN, everyone)).members).toBeGreaterThan(50);
    expect(first).toMatchObject({ gameweek: 3, me: { wallet_address: ANN } });
    expect(second).toEqual({ ...first, me: expect.objectContaining({ wallet_address: wallet(65) }) });
    expect(rowsAt.mock.calls.flatMap(([ordinals]) => ordinals).length).toBeLessThan(40);
  });

  it('the shares of players are counted once per table', async () => {
    const list = vi.spyOn(Standings, 'list');
    // A late event of the gameweek may replace the table between two requests.
    await expect
      .poll(async () => {
        list.mockClear();
        expect(await steps.ownership(ANN, everyone)).toEqual(await steps.ownership(BEN, everyone));
        return list.mock.calls.length;
      })
      .toBeLessThanOrEqual(1);
  });

  it('one table of a club is kept, although its supporters are read again every two seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const ranks = { ordinals: new Int32Array(), ranks: [], previous_ranks: [], points: [] };
    const ranking = { rankMembers: async () => ranks };
    const standings = { game: { id: created.season }, ranking } as unknown as GameStandings;
    const context = { db: app.db, standings: { getForRead: async () => standings } };
    const getTable = createTables(context as unknown as LeaguesContext, 2);
    const read = (rule: AutomaticRule) =>
      getTable({ id: rule.kind, game_id: created.season, rule } as AutomaticLeague);
    const other = await read({ kind: 'JOINED_TOGETHER', gameweek: 1 });
    const tables = new Set();
    for (let window = 0; window < 50; window += 1) {
      tables.add(await read({ kind: 'CLUB', club: 3 }));
      vi.advanceTimersByTime(2_000);
    }
    expect(tables.size).toBe(50);
    expect(await read({ kind: 'JOINED_TOGETHER', gameweek: 1 })).toBe(other);
  });
});
