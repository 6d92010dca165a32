import {
  getParticipation,
  joinGame,
  myParticipation,
  myParticipations,
  renameTeam,
  requireParticipation,
} from '@touchline/api/http/entries';
import { leaderboard, teamCard } from '@touchline/api/http/leaderboard';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, DAY, everyWeek, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const { field, bench } = TEAM;
const base = Date.parse('2031-08-15T12:00:00Z');
let id: string;
let n = 100;
let me: string;

const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, base, everyWeek(base + DAY, 4), { seasonFee: '500' }),
);

beforeAll(async () => {
  id = (await app.game('WEEKLY', 1)).id;
});

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = base;
});

describe('participations', () => {
  it('a team card has the game and the row but no player; an unknown team is 404', async () => {
    const joined = await app.join(me, id, { team_name: 'Dark Horses' });
    const card = (team: string) => app.as(null).request(teamCard, { params: { id: team } });
    const shown = await card(joined);
    expect(shown).toMatchObject({ game: { id }, row: { team_name: 'Dark Horses' }, ranked: false });
    for (const secret of ['3-4-3', 'Player', 'captain']) expect(JSON.stringify(shown)).not.toContain(secret);
    expect(await rejection(card(id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('API-17 the own participation is 404 before joining and returned afterwards', async () => {
    expect(await rejection(app.as(me).request(myParticipation, { params: { id } }))).toMatchObject({
      status: 404,
    });
    const joined = await app.join(me, id);
    const mine = await app.as(me).request(myParticipation, { params: { id } });
    expect(mine.participation.id).toBe(joined);
  });

  it('API-18 the list contains only the participations of the wallet', async () => {
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    const { participations } = await app.as(me).request(myParticipations, { query: { realtime: 'true' } });
    expect(participations.map((each) => each.game_id)).toEqual([id]);
    expect((await app.as(wallet(n++)).request(myParticipations)).participations).toEqual([]);
  });

  it('a player who left the feed can no longer be picked, and older teams keep them as unavailable', async () => {
    const team = await app.join(me, id);
    const describe = async () => {
      const { participation } = await app.as(me).request(getParticipation, { params: { id: team } });
      return participation.players[0];
    };
    const before = await describe();
    const listed = app.feed.players;
    app.feed.players = listed.filter((player) => player.id !== 10);
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    const other = wallet(n++);
    expect(await rejection(app.join(other, id))).toMatchObject({
      code: 'SQUAD_INVALID',
      details: [{ path: 'roster', player_id: 10, message: 'Player cannot be selected' }],
    });
    expect(await describe()).toEqual({ ...before, status: 'u' });
    app.feed.players = listed;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    expect(await describe()).toEqual(before);
    await app.join(other, id);
  });

  it('API-26 DATA-08 details contain the fifteen players with all their fields', async () => {
    const participation = requireParticipation(
      await app.as(me).request(joinGame, { params: { id }, body: buildJoin() }),
    );
    const { participation: details } = await app
      .as(me)
      .request(getParticipation, { params: { id: participation.id } });
    expect(details).toMatchObject({
      formation: '3-4-3',
      captain_id: 138,
      vice_captain_id: 85,
      gameweek: null,
      gameweeks: [],
    });
    expect(details.field_players).toEqual(field);
    expect(details.bench_players).toEqual(bench);
    expect(details.players).toHaveLength(15);
    expect(details.players[0]).toMatchObject({
      id: 10,
      full_name: 'First Player10',
      real_team_name: 'Club 1',
      position: 1,
      current_points: 0,
      price: 5,
      form: 1.5,
      locked: false,
    });
  });

  it('A4 API-26 details are 404 for another wallet', async () => {
    const participation = requireParticipation(
      await app.as(me).request(joinGame, { params: { id }, body: buildJoin() }),
    );
    const stranger = app.as(wallet(n++));
    const error = await rejection(stranger.request(getParticipation, { params: { id: participation.id } }));
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('renaming a team', () => {
  it('a rename cleans the name, shows it on the leaderboard, and rejects an invalid name, another wallet and a game that is over', async () => {
    const team = await app.join(me, id);
    const rename = (team_name: string, who = me) =>
      app.as(who).request(renameTeam, { params: { id: team }, body: { team_name } });
    const search = async () => {
      const query = { search: 'park the bus' };
      return (await app.as(me).request(leaderboard, { params: { id }, query })).leaderboard;
    };
    expect(await search()).toEqual([]);
    expect(await rename('  Park the Bus \uFB01 ')).toEqual({ team_name: 'Park the Bus fi' });
    const mine = await app.as(me).request(myParticipation, { params: { id } });
    expect(mine.participation.team_name).toBe('Park the Bus fi');
    await eventually(async () => expect(await search()).toMatchObject([{ team_name: 'Park the Bus fi' }]));

    const version = () => app.db('games').where({ id }).first('version');
    const before = await version();
    await rename('Park the Bus fi');
    expect(await rejection(rename('\u200B'))).toMatchObject({ status: 400 });
    expect(await rejection(rename('My Team Now', wallet(n++)))).toMatchObject({ code: 'NOT_FOUND' });
    app.clock.now = base + 60 * DAY;
    expect(await rejection(rename('Too Late FC'))).toMatchObject({ code: 'GAME_NOT_EDITABLE' });
    expect(await version()).toEqual(before);
  });
});
