import { getGame } from '@touchline/api/http/games';
import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const now = Date.parse('2031-08-15T12:00:00Z');
const kickOffs = [DAY, 8 * DAY, 15 * DAY, 22 * DAY].map((after) => now + after);
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, now, kickOffs), 'test');
const me = wallet(1);

const captain = 138;
const vice = 85;

describe('settlement', () => {
  it('a gameweek becomes final once the feed has checked it, and its weekly game after its end', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const status = async () => (await app.as(null).request(getGame, { params: { id: weekly.id } })).game;
    expect(await status()).toMatchObject({ status: 'UPCOMING', settlement: 'PENDING' });
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    await app.endMatches(1);
    expect(await status()).toMatchObject({ status: 'ACTIVE', settlement: 'PENDING' });
    app.clock.now = Date.parse(weekly.end_time);
    expect(await status()).toMatchObject({ status: 'COMPLETED', settlement: 'PROVISIONAL' });
    expect((await app.details(me, id)).gameweeks[0]?.settled).toBe(false);
    await app.checkGameweek(1);
    await eventually(async () =>
      expect(await status()).toMatchObject({ status: 'COMPLETED', settlement: 'FINAL' }),
    );
    expect((await app.details(me, id)).gameweeks[0]).toMatchObject({ settled: true, points: 24 });
  });

  it('a gameweek with an abandoned match becomes final, and its absent starters and captain are replaced', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.kickOff(1);
    app.feed.playAll(1);
    for (const absent of [captain, 148]) app.feed.score(1, absent, { minutes: 0 });
    app.feed.score(1, vice, { points: 7 });
    await app.publishPoints(1);
    app.clock.now = Date.parse(weekly.end_time) + 7 * HOUR;
    await app.checkGameweek(1, 106);
    await eventually(async () =>
      expect((await app.as(null).request(getGame, { params: { id: weekly.id } })).game.settlement).toBe(
        'FINAL',
      ),
    );
    // Eight starters and two of the bench with two points, and the vice-captain seven twice.
    expect((await app.details(me, id)).gameweeks[0]).toMatchObject({
      settled: true,
      armband: vice,
      substitutions: [
        { out: captain, in: 62, projected: false },
        { out: 148, in: 72, projected: false },
      ],
      points: 34,
    });
  });

  it('a match that moved past the end of its game during an outage counts', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { points: 9 });
    await app.publishPoints(1);
    app.clock.now = Date.parse(weekly.end_time) + 3 * DAY;
    const kickoff = Date.parse(weekly.end_time) + 2 * DAY;
    app.feed.fixture(106).kickoff_time = new Date(kickoff).toISOString();
    await app.checkGameweek(1);
    await eventually(async () =>
      expect((await app.as(null).request(getGame, { params: { id: weekly.id } })).game).toMatchObject({
        settlement: 'FINAL',
        end_time: new Date(kickoff + 2.5 * HOUR).toISOString(),
      }),
    );
    expect((await app.details(me, id)).gameweeks[0]).toMatchObject({ settled: true, points: 38 });
  });

  it('provisional bonus of an abandoned match ends when its gameweek is checked', async () => {
    const { id: game } = await app.game('SEASON');
    const id = await app.join(me, game);
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { bps: 30 });
    await app.publishPoints(1);
    const gameweek = async () => (await app.details(me, id)).gameweeks[0];
    expect(await gameweek()).toMatchObject({ settled: false, points: 30 });
    await app.checkGameweek(1, 106);
    await eventually(async () => expect(await gameweek()).toMatchObject({ settled: true, points: 24 }));
    expect((await app.leaderboard(game)).leaderboard[0]?.earned_points).toBe(24);
  });

  it('checked points are corrected until the game is final', async () => {
    const [weekly, season] = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    const [inWeekly, inSeason] = [await app.join(me, weekly.id), await app.join(me, season.id)];
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    app.clock.now = Date.parse(weekly.end_time);
    await app.checkGameweek(1);
    app.feed.score(1, captain, { points: 12 });
    await app.publishPoints(1);
    expect(await app.details(me, inWeekly)).toMatchObject({ earned_points: 24, current_points: 134 });
    const corrected = await app.details(me, inSeason);
    expect(corrected).toMatchObject({ earned_points: 44, current_points: 154 });
    expect(corrected.gameweeks[0]).toMatchObject({ settled: true, points: 44 });
    expect((await app.leaderboard(season.id)).leaderboard[0]?.earned_points).toBe(44);
  });

  it('a corrected gameweek gets new ranks, and those of the others are kept', async () => {
    const season = await app.game('SEASON');
    const [mine, theirs] = [
      await app.join(me, season.id),
      await app.join(wallet(2), season.id, { captain_id: vice, vice_captain_id: captain }),
    ];
    const ranks = async () => {
      const readRanks = async (who: string, id: string) =>
        (await app.details(who, id)).gameweeks.map((gameweek) => gameweek.rank);
      return [await readRanks(me, mine), await readRanks(wallet(2), theirs)];
    };
    const play = async (gameweek: number, points: { captain: number; vice: number }) => {
      await app.kickOff(gameweek);
      app.feed.playAll(gameweek);
      app.feed.score(gameweek, captain, { points: points.captain });
      app.feed.score(gameweek, vice, { points: points.vice });
      await app.publishPoints(gameweek);
    };
    await play(1, { captain: 5, vice: 5 });
    expect(await ranks()).toEqual([[1], [1]]);
    await app.checkGameweek(1);
    app.clock.now += DAY;
    await play(2, { captain: 2, vice: 9 });
    expect(await ranks()).toEqual([
      [1, 2],
      [1, 1],
    ]);
    await app.checkGameweek(2);
    app.feed.score(2, captain, { points: 12 });
    await app.publishPoints(2);
    await eventually(async () =>
      expect(await ranks()).toEqual([
        [1, 1],
        [1, 2],
      ]),
    );
    app.feed.score(1, captain, { points: 7 });
    await app.publishPoints(1);
    await eventually(async () =>
      expect(await ranks()).toEqual([
        [1, 1],
        [2, 2],
      ]),
    );
  });

  it('season points add up the gameweeks, each with its own lineup', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    for (const gameweek of [1, 2, 3]) {
      await app.kickOff(gameweek);
      app.feed.playAll(gameweek);
      app.feed.score(gameweek, captain, { points: gameweek * 10 });
      await app.publishPoints(gameweek);
      await app.checkGameweek(gameweek);
      app.clock.now += DAY;
      const field = [...TEAM.field];
      await app.as(me).request(saveLineup, {
        params: { id },
        body: {
          formation: '3-4-3',
          field_players: field,
          bench_players: [...TEAM.bench],
          captain_id: field[gameweek]!,
          vice_captain_id: captain,
        },
      });
    }
    const team = await app.details(me, id);
    expect(team.gameweeks.map((gameweek) => gameweek.points)).toEqual([40, 42, 52]);
    expect(team).toMatchObject({
      earned_points: 134,
      current_points: 244,
      gameweek_points: 52,
      captain_id: TEAM.field[3],
    });
    expect((await app.leaderboard(season.id, {}, me)).me).toMatchObject({
      earned_points: 134,
      gameweek_points: 52,
      rank: 1,
    });
  });
});
