import { leagueManager } from '@touchline/api/http/league-tables';
import { myLeagues } from '@touchline/api/http/leagues';
import { publicLineup, saveLineup } from '@touchline/api/http/lineups';
import { describe, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { type GamesApp, startGamesApp } from '../testing/games-app.ts';
import { setUpHeadToHeadSuite } from '../testing/head-to-head-suite.ts';

const suite = setUpHeadToHeadSuite(4);
const { app, steps, members } = suite;
const OWNER = members(1)[0]!;
/** A midfielder who is the captain of no member. */
const SCORER = TEAM.field[5];

const findMine = async (who: string, id: string) =>
  (await steps.mine(who)).find((league) => league.id === id);

/** Saves a lineup with the midfielder of the bench in place of the goal scorer. */
async function benchGoalScorer(who: string, entry: string) {
  const { formation, field_players, bench_players } = buildJoin();
  const substitute = TEAM.bench[3];
  const swap = (player: number) => (player === SCORER ? substitute : player === substitute ? SCORER : player);
  await app.as(who).request(saveLineup, {
    params: { id: entry },
    body: {
      formation,
      field_players: field_players.map(swap),
      bench_players: bench_players.map(swap),
      captain_id: TEAM.field[3],
      vice_captain_id: TEAM.field[10],
    },
  });
}

describe('matches of a head-to-head league', () => {
  it('game rule 9.13: the unpaired member of five plays the median of the others, live and final', async () => {
    const { id } = await suite.createLeague(5);
    const captains = [11, 9, 6, 4, 1];
    await suite.start(1, captains);
    const { members: drawn } = await suite.waitForDraw(OWNER, id);
    const live = await suite.waitForMatches(OWNER, id, 1, ({ state }) => state === 'LIVE');
    const total = 2 * 6 + captains.reduce((sum, points) => sum + points, 0);
    const pointsOf = (who: string | null) => total + captains[members(5).indexOf(who!)]!;
    const unpaired = live.find(({ away }) => away.wallet_address === null)!;
    const others = drawn.filter((who) => who !== unpaired.home.wallet_address).map(pointsOf);
    others.sort((a, b) => a - b);
    expect(unpaired.away).toMatchObject({
      participation_id: null,
      team_name: 'Median',
      points: (others[1]! + others[2]!) / 2,
    });
    for (const { home, away } of live) {
      expect(home.points).toBe(pointsOf(home.wallet_address));
      if (away.wallet_address) expect(away.points).toBe(pointsOf(away.wallet_address));
    }
    await suite.finish(1);
    const final = await suite.waitForMatches(OWNER, id, 1);
    expect(final.map(({ home, away }) => [home.points, away.points])).toEqual(
      live.map(({ home, away }) => [home.points, away.points]),
    );
    const { rows } = await steps.table(OWNER, id);
    const winners = final.map(({ winner, home, away }) => (winner === 'HOME' ? home : away).wallet_address);
    const won = rows.filter(({ head_to_head }) => head_to_head?.won === 1).map((row) => row.wallet_address);
    expect(won.sort()).toEqual(winners.filter((who) => who !== null).sort());
    for (const row of rows) expect(row.points).toBe(pointsOf(row.wallet_address));
  });

  it('game rule 9.15: goals of the elevens decide a table of draws', async () => {
    const { id, entries } = await suite.createLeague(4);
    // Equal points, but the last member leaves a goal scorer on the bench.
    await benchGoalScorer(members(4)[3]!, entries[3]!);
    await suite.start(1, [5, 5, 5, 5], [2, 0, 0, 0]);
    app.feed.score(1, SCORER, { goals: 1 });
    await app.publishPoints(1);
    await suite.waitForDraw(OWNER, id);
    await suite.finish(1);
    await suite.waitForMatches(OWNER, id, 1);
    const { rows } = await steps.table(OWNER, id);
    expect(new Set(rows.map(({ points }) => points)).size).toBe(1);
    const results = { league_points: 1, drawn: 1 };
    for (const row of rows.slice(0, 3))
      expect(row).toMatchObject({ rank: 1, head_to_head: { ...results, goal_difference: 3 } });
    expect(rows[3]).toMatchObject({
      rank: 4,
      wallet_address: members(4)[3],
      head_to_head: { ...results, goal_difference: 2 },
    });
  });

  it('an excluded or suspended entry scores nothing and stays in the league', async () => {
    const { id, game } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    await suite.waitForDraw(OWNER, id);
    await app.db.raw(
      `with game as (update games set version = version + 1 where id = :game)
       update entries set suspended_at = now() where game_id = :game and ordinal = 1`,
      { game },
    );
    await suite.finish(1);
    const final = await suite.waitForMatches(OWNER, id, 1);
    const sides = final.flatMap(({ home, away }) => [home, away]);
    expect(sides.find(({ wallet_address }) => wallet_address === OWNER)?.points).toBe(0);
    const { rows, total } = await steps.table(members(4)[1]!, id);
    expect(total).toBe(4);
    expect(rows.at(-1)).toMatchObject({ wallet_address: OWNER, points: 0, head_to_head: { lost: 1 } });
    expect(await findMine(OWNER, id)).toMatchObject({ rank: 4 });
    const scores = new Map(sides.map(({ wallet_address, points }) => [wallet_address, points!]));
    const sum = [...scores.values()].reduce((total, points) => total + points, 0);
    const average = Math.round((10 * sum) / 4) / 10;
    expect(await steps.recap(OWNER, id)).toMatchObject({
      gameweek: 1,
      average,
      me: { gameweek_points: 0, rank: 4 },
    });
    const rival = members(4)[1]!;
    const params = { id, wallet: rival };
    expect((await app.as(OWNER).request(leagueManager, { params })).gameweeks).toEqual([
      { gameweek: 1, points: scores.get(rival), my_points: 0 },
    ]);
  });
});

describe('a season of a head-to-head league', () => {
  it('game rule 9.16: four members play two gameweeks, a semi-final and a final', async () => {
    const { id } = await suite.createLeague(4, { knock_out_gameweeks: 3 });
    const captains = [
      [9, 8, 7, 6],
      [9, 8, 7, 6],
      [5, 5, 5, 5],
      [1, 9, 2, 3],
    ];
    let table: string[] = [];
    for (const gameweek of [1, 2, 3, 4]) {
      await suite.start(gameweek, captains[gameweek - 1]!);
      if (gameweek === 1) await suite.waitForDraw(OWNER, id);
      await suite.finish(gameweek);
      await suite.waitForMatches(OWNER, id, gameweek);
      if (gameweek === 2) table = (await steps.table(OWNER, id)).rows.map((row) => row.wallet_address);
    }
    const rounds = await Promise.all(
      ['3', '4'].map(async (gameweek) => (await suite.fixtures(OWNER, id, { gameweek })).matches),
    );
    const pairs = rounds.map((matches) =>
      matches.map(({ home, away, knock_out_round, winner }) => [
        table.indexOf(home.wallet_address!),
        table.indexOf(away.wallet_address!),
        knock_out_round,
        winner,
      ]),
    );
    const second = members(4).indexOf(table[1]!);
    const [first] = [members(4).indexOf(table[0]!)];
    expect(pairs[0]).toEqual([
      [0, 3, 2, 'HOME'],
      [1, 2, 2, 'HOME'],
    ]);
    expect(pairs[1]).toEqual([[0, 1, 1, captains[3]![first!]! >= captains[3]![second]! ? 'HOME' : 'AWAY']]);
    const { rows } = await steps.table(OWNER, id);
    expect(rows.map((row) => row.wallet_address)).toEqual(table);
    expect(rows.every(({ head_to_head }) => head_to_head?.played === 2)).toBe(true);
  });

  it('my leagues show the opponent, and the page of a manager the matches of the two', async () => {
    const { id } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    await suite.waitForDraw(OWNER, id);
    const { matches } = await suite.fixtures(OWNER, id, { wallet: OWNER });
    expect(matches.map(({ gameweek, state }) => [gameweek, state])).toEqual([
      [1, 'LIVE'],
      [2, 'SCHEDULED'],
      [3, 'SCHEDULED'],
      [4, 'SCHEDULED'],
    ]);
    const { home, away } = matches[0]!;
    const opponent = home.wallet_address === OWNER ? away.wallet_address! : home.wallet_address!;
    // No match is final yet.
    const own = await findMine(OWNER, id);
    expect(own).toMatchObject({ state: 'STARTED', rank: null, previous_rank: null, opponent });
    const manager = await app.as(OWNER).request(leagueManager, { params: { id, wallet: opponent } });
    // Three other members: the first opponent again in gameweek 4, with the sides swapped.
    expect(manager.matches.map(({ gameweek }) => gameweek)).toEqual([1, 4]);
    expect(manager.matches[1]!.home.wallet_address).toBe(away.wallet_address);
    expect(home.players_left).toBe(0);
  });

  it('my leagues show the opponent while the standings are being loaded, and rank and automatic members afterwards', async () => {
    const { id } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    await suite.waitForDraw(OWNER, id);
    await suite.finish(1);
    await suite.waitForMatches(OWNER, id, 1);
    const { rank, opponent } = (await findMine(OWNER, id))!;
    expect(rank).not.toBeNull();
    expect(opponent).not.toBeNull();
    const findOn = async (replica: GamesApp) => {
      const { leagues } = await replica.as(OWNER).request(myLeagues, { query: {} });
      const everyone = leagues.find(({ automatic }) => automatic === 'EVERYONE');
      return { ...leagues.find((league) => league.id === id), everyone: everyone?.members };
    };
    const replica = await app.db.transaction(async (trx) => {
      await trx.raw('lock table settled_gameweeks in access exclusive mode');
      const { databaseUrl, natsUrl, feed } = app;
      const started = await startGamesApp({ databaseUrl, natsUrl, feed, now: app.clock.now });
      expect(await findOn(started)).toMatchObject({ rank: null, opponent, everyone: 0 });
      return started;
    });
    await expect.poll(() => findOn(replica)).toMatchObject({ rank, opponent, everyone: 4 });
    await replica.stopService();
  });

  it('game rule 10.10: the players left of a side include its sealed starters, with a match or without', async () => {
    const { id, game, entries } = await suite.createLeague(4);
    const { feed } = app;
    // Clubs 13 and 14, with two starters, have no match.
    feed.fixtures = feed.fixtures.filter(({ event, team_h }) => event !== 1 || team_h !== 13);
    feed.delayLateClubs(DAY);
    app.clock.now = Date.parse(feed.gameweek(1).deadline_time) + 3 * HOUR;
    for (const fixture of feed.fixtures) fixture.started = Date.parse(fixture.kickoff_time!) <= app.clock.now;
    await feed.publishFixtures();
    feed.playAll(1);
    await app.publishPoints(1);
    await suite.waitForDraw(OWNER, id);
    const params = { id: game, participation_id: entries[0]! };
    const { players } = await app.as(members(2)[1]!).request(publicLineup, { params });
    expect(players.filter(({ on_field }) => on_field)).toHaveLength(7);
    await suite.waitForMatches(OWNER, id, 1, ({ home, away }) =>
      [home, away].every(({ players_left }) => players_left === 4),
    );
    await app.kickOff(1);
    app.clock.now += DAY;
    await app.publishPoints(1);
    await suite.waitForMatches(OWNER, id, 1, ({ home, away }) =>
      [home, away].every(({ players_left }) => players_left === 0),
    );
  });
});
