import { getParticipation } from '@touchline/api/http/entries';
import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { BASE, FIRST, SECOND, setUpStaggeredSuite } from '../testing/staggered-suite.ts';

let n = 500;
let me: string;

const { app, games } = setUpStaggeredSuite();

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = BASE;
});

const { field, bench } = TEAM;

/** The lineup of buildJoin with pairs of players swapped, and other changes. */
function lineup(swapped: [number, number][] = [], changes: object = {}) {
  const other = new Map(swapped.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const moved = (ids: readonly number[]) => ids.map((id) => other.get(id) ?? id);
  return {
    formation: '3-4-3' as const,
    field_players: moved(field),
    bench_players: moved(bench),
    captain_id: 138,
    vice_captain_id: 85,
    ...changes,
  };
}

const save = (id: string, body: ReturnType<typeof lineup> & { effective_gameweek?: number }, who = me) =>
  app.as(who).request(saveLineup, { params: { id }, body });

describe('saving a lineup', () => {
  it('API-27 a save keeps formation, field, bench and armbands', async () => {
    const id = await app.join(me, games.weekly);
    const saved = await save(id, lineup([[52, 62]], { captain_id: 148, vice_captain_id: 10 }));
    expect(saved.effective_gameweek).toBeNull();
    const { participation } = await app.as(me).request(getParticipation, { params: { id } });
    expect(participation).toMatchObject({ ...saved.lineup, captain_id: 148, vice_captain_id: 10 });
    expect(participation.field_players).toContain(62);
    expect(participation.bench_players).toEqual([20, 52, 72, 125]);
  });

  it('VIEW-12 a save fills in missing armbands with the first and the second field player', async () => {
    const id = await app.join(me, games.weekly);
    const { lineup: saved } = await save(id, lineup([], { captain_id: null, vice_captain_id: null }));
    expect(saved).toMatchObject({ captain_id: field[0], vice_captain_id: field[1] });
  });

  it('every saved version is kept', async () => {
    const id = await app.join(me, games.weekly);
    await save(id, lineup([[52, 62]]));
    await save(id, lineup());
    const { rows } = await app.db.raw('select count(*)::int as n from lineup_versions where entry_id = ?', [
      id,
    ]);
    expect(rows[0].n).toBe(3);
  });

  it.each([
    [
      'a player who is not in the roster',
      lineup([], { field_players: [11, ...field.slice(1)] }),
      422,
      'field_players',
    ],
    ['another formation', lineup([], { formation: '5-4-1' }), 422, 'field_players'],
    ['a captain on the bench', lineup([], { captain_id: 62 }), 422, 'captain_id'],
    ['the bench goalkeeper last', lineup([], { bench_players: [62, 72, 125, 20] }), 422, 'bench_players'],
    ['ten players', lineup([], { field_players: field.slice(1) }), 400, 'field_players'],
    ['an unknown key', lineup([], { points: 5 }), 400, 'points'],
    ['an invalid gameweek', lineup([], { effective_gameweek: 0 }), 400, 'effective_gameweek'],
    ['a later gameweek in a weekly game', lineup([], { effective_gameweek: 2 }), 400, 'effective_gameweek'],
  ])('API-27 a save rejects %s', async (_, body, status, path) => {
    const id = await app.join(me, games.weekly);
    const response = await app.raw('PUT', `/games/participations/${id}/formation`, me, body);
    expect(response.status).toBe(status);
    expect(response.body.details?.map((detail) => detail.path)).toContain(path);
  });

  it('A4 API-27 a save of another wallet or to an unknown team is 404', async () => {
    const id = await app.join(me, games.weekly);
    expect(await rejection(save(id, lineup(), wallet(1)))).toMatchObject({ status: 404 });
    expect(await rejection(save('00000000-0000-4000-8000-000000000000', lineup()))).toMatchObject({
      status: 404,
    });
    expect((await app.raw('PUT', `/games/participations/${id}/formation`, null, lineup())).status).toBe(401);
    expect(
      (await app.raw('PUT', '/games/participations/7/formation', me, lineup())).body.details?.[0]?.path,
    ).toBe('id');
  });

  it('a save is rejected once the game is over', async () => {
    const id = await app.join(me, games.weekly);
    app.clock.now = SECOND + 150 * MINUTE;
    expect(await rejection(save(id, lineup()))).toMatchObject({ status: 409, code: 'GAME_NOT_EDITABLE' });
  });
});

describe('the rolling lock', () => {
  it('only players whose match has not kicked off can be moved', async () => {
    const id = await app.join(me, games.weekly);
    app.clock.now = FIRST + MINUTE;
    await save(id, lineup([[115, 125]]));
    const { participation } = await app.as(me).request(getParticipation, { params: { id } });
    expect(participation.field_players).toContain(125);
    const locked = participation.players.filter((player) => player.locked).map((player) => player.id);
    expect(locked.sort()).toEqual([10, 20, 32, 42, 52, 62, 72, 85, 95, 105].sort());
  });

  it('A8 a change with a locked player is rejected as a whole and names the player', async () => {
    const id = await app.join(me, games.weekly);
    app.clock.now = FIRST;
    const error = await rejection(save(id, lineup([[52, 62]])));
    expect(error).toMatchObject({ status: 409, code: 'PLAYER_LOCKED' });
    expect(error.details.map((detail) => detail.player_id).sort()).toEqual([52, 62]);
    expect(error.message).toContain('Player52');
    const { participation } = await app.as(me).request(getParticipation, { params: { id } });
    expect(participation.field_players).toEqual(field);
  });

  // The captain 138 plays two hours after the vice-captain 85; 95 plays with 85, and 148 and 158 with 138.
  it.each([
    ['the captain’s armband to a player who plays later', { captain_id: 148 }, [85]],
    ['the captain’s armband to a player who has kicked off', { captain_id: 95 }, [85, 95]],
    ['the vice-captain’s armband', { vice_captain_id: 148 }, [85]],
    ['both armbands, exchanged', { captain_id: 85, vice_captain_id: 138 }, [85]],
    ['both armbands', { captain_id: 148, vice_captain_id: 158 }, [85]],
  ])('a save rejects moving %s once the vice-captain has kicked off', async (_, bands, players) => {
    const id = await app.join(me, games.weekly);
    app.clock.now = FIRST;
    const error = await rejection(save(id, lineup([], bands)));
    expect(error).toMatchObject({ status: 409, code: 'PLAYER_LOCKED' });
    expect(error.details.map(({ player_id }) => player_id)).toEqual(players);
    for (const player of players) expect(error.message).toContain(`Player${player}`);
    app.clock.now = FIRST - 1;
    await save(id, lineup([], bands));
  });

  it('the lock rejects benching the captain once the vice-captain has kicked off, with or without new armbands', async () => {
    const id = await app.join(me, games.weekly);
    await save(id, lineup([], { captain_id: 115 }));
    app.clock.now = FIRST;
    for (const captain_id of [148, null, undefined]) {
      const error = await rejection(save(id, lineup([[115, 125]], { captain_id })));
      expect(error).toMatchObject({ code: 'PLAYER_LOCKED', details: [{ player_id: 85 }] });
    }
  });

  it('VIEW-12 missing armbands keep their players once one is locked', async () => {
    const id = await app.join(me, games.weekly);
    app.clock.now = FIRST;
    const missing = { captain_id: null, vice_captain_id: undefined };
    const { lineup: saved } = await save(id, lineup([[115, 125]], missing));
    expect(saved).toMatchObject({ captain_id: 138, vice_captain_id: 85 });
  });

  it('the lock accepts other armbands for the next gameweek of a season game', async () => {
    const id = await app.join(me, games.season);
    app.clock.now = FIRST;
    const bands = { captain_id: 148, vice_captain_id: 85 };
    expect(await rejection(save(id, lineup([], bands)))).toMatchObject({ code: 'PLAYER_LOCKED' });
    await save(id, { ...lineup([], bands), effective_gameweek: 2 });
    const { participation } = await app.as(me).request(getParticipation, { params: { id } });
    expect(participation).toMatchObject({ captain_id: 138, next_lineup: bands });
  });

  it('players are locked when the feed reports an early start of their match', async () => {
    const id = await app.join(me, games.weekly);
    app.clock.now = FIRST - HOUR;
    await save(id, lineup([[52, 62]]));
    app.feed.fixture(102).started = true;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const error = await rejection(save(id, lineup()));
    expect(error.details.map((detail) => detail.player_id)).toContain(62 - 10);
    app.feed.fixture(102).started = false;
    await app.feed.publishFixtures();
    await app.waitForFeed();
  });

  it('the lock accepts a rejected change for the next gameweek of a season game', async () => {
    const id = await app.join(me, games.season);
    app.clock.now = SECOND;
    expect(await rejection(save(id, lineup([[52, 62]])))).toMatchObject({ code: 'PLAYER_LOCKED' });
    const saved = await save(id, { ...lineup([[52, 62]]), effective_gameweek: 2 });
    expect(saved.effective_gameweek).toBe(2);
    const during = await app.as(me).request(getParticipation, { params: { id } });
    expect(during.participation).toMatchObject({ field_players: field, edit_gameweek: 1 });
    expect(during.participation.next_lineup).toEqual({ ...saved.lineup, effective_gameweek: 2 });
    app.clock.now = SECOND + DAY;
    const after = await app.as(me).request(getParticipation, { params: { id } });
    expect(after.participation).toMatchObject({ ...saved.lineup, edit_gameweek: 2, next_lineup: null });
    expect(await rejection(save(id, { ...lineup(), effective_gameweek: 1 }))).toMatchObject({ status: 400 });
    expect(await rejection(save(id, { ...lineup(), effective_gameweek: 4 }))).toMatchObject({ status: 400 });
  });

  it('the lock of all players ends when the gameweek is over', async () => {
    const id = await app.join(me, games.season);
    app.clock.now = SECOND + DAY;
    await save(id, lineup([[52, 62]], { captain_id: 10 }));
    const { participation } = await app.as(me).request(getParticipation, { params: { id } });
    expect(participation.captain_id).toBe(10);
    expect(participation.players.some((player) => player.locked)).toBe(false);
  });

  it('every version of thirty parallel saves is kept', async () => {
    const id = await app.join(me, games.weekly);
    // Thirty different pairs, because a save that changes nothing adds no version.
    const pair = (turn: number) => ({
      captain_id: field[turn % 11],
      vice_captain_id: field[(turn + 1 + Math.floor(turn / 11)) % 11],
    });
    await Promise.all(Array.from({ length: 30 }, (_, turn) => save(id, lineup([], pair(turn)))));
    const { rows } = await app.db.raw('select count(*)::int as n from lineup_versions where entry_id = ?', [
      id,
    ]);
    expect(rows[0].n).toBe(31);
  });
});
