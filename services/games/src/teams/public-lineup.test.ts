import { type PublicLineup, publicLineup, saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { BASE, FIRST, SECOND, setUpStaggeredSuite } from '../testing/staggered-suite.ts';

const { app, games } = setUpStaggeredSuite();
let n = 700;
let owner: string;

const nextFirst = FIRST + 7 * DAY;
/** Players of clubs 1 to 10: seven on the field, three on the bench. */
const EARLY = [10, 32, 42, 52, 85, 95, 105, 20, 62, 72];
const ascending = (a: number, b: number) => a - b;

beforeEach(() => {
  owner = wallet(n++);
  app.clock.now = BASE;
});

const read = (game: string, participation_id: string, who: string | null = null): Promise<PublicLineup> =>
  app.as(who).request(publicLineup, { params: { id: game, participation_id } });
const ids = ({ players }: PublicLineup) => players.map((player) => player.id).sort(ascending);
const player = ({ players }: PublicLineup, id: number) => players.find((each) => each.id === id);

describe('a public lineup before the first lock', () => {
  it('the preview shows only the team name, without players, formation or captain', async () => {
    const id = await app.join(owner, games.weekly, { team_name: 'Dark Horses' });
    app.clock.now = FIRST - 1;
    for (const who of [null, wallet(1), owner]) {
      const seen = await read(games.weekly, id, who);
      const hiddenTeam = { gameweek: null, formation: null, players: [], hidden: 15 };
      expect(seen).toEqual({ team_name: 'Dark Horses', wallet_address: owner, ...hiddenTeam });
    }
    const { body } = await app.raw('GET', `/games/${games.weekly}/lineups/${id}`, null);
    expect(Object.keys(body.data ?? {}).sort()).toEqual(
      ['formation', 'gameweek', 'hidden', 'players', 'team_name', 'wallet_address'].sort(),
    );
    const text = JSON.stringify(body);
    for (const secret of ['3-4-3', 'Player138', 'captain']) expect(text).not.toContain(secret);
  });
});

describe('a public lineup after a kick-off', () => {
  it('the preview shows a guest exactly the players whose match has kicked off, and hides a captain who plays later', async () => {
    const id = await app.join(owner, games.weekly);
    app.clock.now = FIRST;
    const seen = await read(games.weekly, id);
    expect(seen).toMatchObject({ gameweek: 1, formation: '3-4-3', hidden: 5 });
    expect(ids(seen)).toEqual([...EARLY].sort(ascending));
    expect(seen.players.some((each) => each.captain)).toBe(false);
    expect(player(seen, 85)).toMatchObject({
      web_name: 'Player85',
      team_short_name: 'C08',
      team_code: 108,
      position: 3,
      points: 0,
      minutes: 0,
      playing: true,
      over: false,
      on_field: true,
      bench_place: null,
      vice_captain: true,
      doubled: false,
      substitution: null,
    });
    expect(player(seen, 72)).toMatchObject({ on_field: false, bench_place: 3 });
    const { body } = await app.raw('GET', `/games/${games.weekly}/lineups/${id}`, null);
    for (const hidden of [115, 138, 148, 158, 125]) {
      expect(JSON.stringify(body)).not.toContain(`"id":${hidden},`);
      expect(JSON.stringify(body)).not.toContain(`Player${hidden}`);
    }
  });

  it('a public lineup does not reveal a change among hidden players', async () => {
    const id = await app.join(owner, games.weekly);
    const { field: fielded, bench } = TEAM;
    const chosen = { formation: '3-4-3' as const, captain_id: 138, vice_captain_id: 158 };
    const lineup = { ...chosen, field_players: [...fielded], bench_players: [...bench] };
    await app.as(owner).request(saveLineup, { params: { id }, body: lineup });
    app.clock.now = FIRST + MINUTE;
    const before = await read(games.weekly, id);
    const field_players = TEAM.field.map((each) => (each === 115 ? 125 : each));
    const bench_players = TEAM.bench.map((each) => (each === 125 ? 115 : each));
    const body = {
      formation: '3-4-3' as const,
      field_players,
      bench_players,
      captain_id: 148,
      vice_captain_id: 158,
    };
    await app.as(owner).request(saveLineup, { params: { id }, body });
    expect(await read(games.weekly, id)).toEqual(before);
    app.clock.now = SECOND;
    const after = await read(games.weekly, id);
    expect(after.hidden).toBe(0);
    expect(player(after, 125)).toMatchObject({ on_field: true });
    expect(player(after, 115)).toMatchObject({ on_field: false, bench_place: 4 });
    expect(after.players.filter((each) => each.captain).map((each) => each.id)).toEqual([148]);
  });

  it('the preview hides a late joiner’s players except those who have kicked off, who score nothing', async () => {
    app.clock.now = FIRST + 30 * MINUTE;
    const id = await app.join(owner, games.weekly);
    const seen = await read(games.weekly, id);
    expect(ids(seen)).toEqual([...EARLY].sort(ascending));
  });

  it('the preview shows the gameweek’s points with minutes and provisional bonus', async () => {
    const id = await app.join(owner, games.weekly);
    app.clock.now = FIRST + HOUR;
    for (const fixture of app.feed.fixtures)
      if (fixture.event === 1 && fixture.team_h <= 10) fixture.started = true;
    app.feed.score(1, 85, { points: 7, minutes: 60, bps: 30 });
    app.feed.score(1, 95, { points: -1, minutes: 12, cards: 1 });
    await app.feed.publishFixtures();
    await app.publishPoints(1);
    const seen = await read(games.weekly, id);
    expect(player(seen, 85)).toMatchObject({ points: 10, provisional_bonus: 3, minutes: 60, playing: true });
    expect(player(seen, 95)).toMatchObject({ points: -1, provisional_bonus: 0, minutes: 12 });
    const mine = await app.details(owner, id);
    const [gameweek] = mine.gameweeks;
    for (const { id: each, doubled } of seen.players) expect(doubled).toBe(each === gameweek?.armband);
    const visible = new Set(ids(seen));
    const pairs = gameweek?.substitutions.filter((pair) => visible.has(pair.in) && visible.has(pair.out));
    for (const pair of pairs ?? []) {
      expect(player(seen, pair.in)?.substitution).toEqual({ comes_on: true, projected: pair.projected });
      expect(player(seen, pair.out)?.substitution).toEqual({ comes_on: false, projected: pair.projected });
    }
    expect(seen.players.filter((each) => each.substitution)).toHaveLength(2 * (pairs?.length ?? 0));
    for (const { id: each, current_points, minutes } of mine.players.filter(({ locked }) => locked))
      expect(player(seen, each)).toMatchObject({ points: current_points, minutes });
  });

  it('the preview shows the last gameweek until the next one starts, while edits for the next stay hidden', async () => {
    const id = await app.join(owner, games.season);
    app.clock.now = SECOND + DAY;
    const body = {
      formation: '3-4-3' as const,
      field_players: TEAM.field.map((each) => (each === 52 ? 62 : each)),
      bench_players: TEAM.bench.map((each) => (each === 62 ? 52 : each)),
      captain_id: 62,
      vice_captain_id: 85,
    };
    await app.as(owner).request(saveLineup, { params: { id }, body });
    const between = await read(games.season, id);
    expect(between).toMatchObject({ gameweek: 1, hidden: 0 });
    expect(player(between, 52)).toMatchObject({ on_field: true });
    expect(between.players.filter((each) => each.captain).map((each) => each.id)).toEqual([138]);
    app.clock.now = nextFirst;
    const running = await read(games.season, id);
    expect(running).toMatchObject({ gameweek: 2, hidden: 5 });
    expect(ids(running)).toEqual([...EARLY].sort(ascending));
    expect(player(running, 62)).toMatchObject({ on_field: true, captain: true });
  });

  it('the preview shows nothing of a team that joined a season after its last gameweek, until the next kick-off', async () => {
    app.clock.now = SECOND + DAY;
    const id = await app.join(owner, games.season);
    expect(await read(games.season, id)).toMatchObject({
      formation: null,
      gameweek: null,
      players: [],
      hidden: 15,
    });
    app.clock.now = nextFirst;
    expect((await read(games.season, id)).hidden).toBe(5);
  });

  it('the preview keeps hiding a player whose match was called off', async () => {
    const id = await app.join(owner, games.weekly);
    const fixture = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 5)!;
    const { kickoff_time, started } = fixture;
    Object.assign(fixture, { kickoff_time: null, started: false });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    app.clock.now = SECOND;
    const seen = await read(games.weekly, id);
    expect(seen.hidden).toBe(2);
    expect([52, 62].map((each) => player(seen, each))).toEqual([undefined, undefined]);
    Object.assign(fixture, { kickoff_time, started });
    await app.feed.publishFixtures();
    await app.waitForFeed();
  });
});

describe('a missing team', () => {
  it.each([
    ['a team of another game', async (id: string) => [games.season, id] as const],
    ['an unknown team', async () => [games.weekly, '00000000-0000-4000-8000-000000000000'] as const],
    ['an unknown game', async (id: string) => ['00000000-0000-4000-8000-000000000000', id] as const],
  ])('the preview of %s is 404', async (_, address) => {
    const id = await app.join(owner, games.weekly);
    const [game, participation] = await address(id);
    expect(await rejection(read(game, participation))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it('a suspended team is 404, and visible again afterwards', async () => {
    const id = await app.join(owner, games.weekly);
    await app.db.raw('update entries set suspended_at = now() where id = ?', [id]);
    expect(await rejection(read(games.weekly, id))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await app.db.raw('update entries set suspended_at = null where id = ?', [id]);
    expect((await read(games.weekly, id)).team_name).toBe('Real Zagreb');
  });

  it.each([
    ['a malformed id', '7', 'participation_id'],
    ['an unknown key', `${'00000000-0000-4000-8000-000000000000'}?players=all`, 'players'],
  ])('the preview rejects %s and names the field', async (_, rest, path) => {
    const { status, body } = await app.raw('GET', `/games/${games.weekly}/lineups/${rest}`, null);
    expect(status).toBe(400);
    expect(body.details?.[0]?.path).toBe(path);
  });

  it('a request with an invalid token is treated as one of a guest', async () => {
    const id = await app.join(owner, games.weekly);
    const headers = { authorization: 'Bearer a.b.c' };
    const response = await fetch(`${app.url}/api/games/${games.weekly}/lineups/${id}`, { headers });
    expect(response.status).toBe(200);
  });
});
