import { requireParticipation, joinGame } from '@touchline/api/http/entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

// The scoring traps of knowing a match before choosing the team for it. Clubs 1 to 10 play on Saturday: 10, 32, 42, 52,
// 85, 95, 105 of the field and 20, 62, 72 of the bench; 115, 138, 148, 158 and 125 on the bench play on Sunday.
let weekly: { id: string };
let id: string;
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, now), 'test');
const me = wallet(1);
const other = wallet(2);
const captain = 138;
const vice = 85;

beforeEach(async () => {
  weekly = await app.game('WEEKLY', 1);
  id = await app.join(me, weekly.id);
});

/** The players that a save is refused for. */
async function refused(save: Promise<unknown>): Promise<number[]> {
  const error = await rejection(save);
  expect(error).toMatchObject({ status: 409, code: 'PLAYER_LOCKED' });
  const players = error.details.map(({ player_id }) => player_id!);
  for (const player of players) expect(error.message).toContain(`Player${player}`);
  return players.sort((a, b) => a - b);
}

const score = (player: number, points: number) => app.feed.score(1, player, { points });

describe('hindsight changes nothing', () => {
  it('CONST-04 does not field a scorer from the bench or bench a starter who failed', async () => {
    score(62, 15);
    score(52, -1);
    await app.end(1, 'saturday');
    const before = await app.scored(me, weekly, id, 1);
    expect(before.points).toBe(6 * 2 - 1);

    expect(await refused(app.save(me, id, [[52, 62]]))).toEqual([52, 62]);
    // Only one of the two has played; he does not replace the one who is still to play either.
    expect(await refused(app.save(me, id, [[62, 115]], { formation: '4-3-3' }))).toEqual([62]);
    // Nor does he move up on the bench.
    expect(await refused(app.save(me, id, [[62, 125]]))).toEqual([62]);
    // Nor does who failed make way for somebody with his match ahead.
    expect(await refused(app.save(me, id, [[105, 125]]))).toEqual([105]);

    expect(await app.scored(me, weekly, id, 1)).toEqual(before);
    await app.end(1, 'sunday');
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 11 + 5 * 2, substitutions: [] });
  });

  it('CONST-04 does not make a scorer captain or take the armband from a player who failed', async () => {
    score(95, 14);
    score(vice, 12);
    await app.end(1, 'saturday');
    const before = await app.scored(me, weekly, id, 1);
    expect(await refused(app.save(me, id, [], { captain_id: 95 }))).toEqual([vice, 95]);
    expect(await refused(app.save(me, id, [], { captain_id: vice, vice_captain_id: captain }))).toEqual([
      vice,
    ]);
    expect(await refused(app.save(me, id, [], { vice_captain_id: 95 }))).toEqual([vice, 95]);
    expect(await app.scored(me, weekly, id, 1)).toEqual(before);

    score(captain, -2);
    await app.end(1, 'sunday');
    app.clock.now = app.sunday(1) + 149 * MINUTE; // the game is still on
    expect(await refused(app.save(me, id, [], { captain_id: 148 }))).toEqual([vice, captain, 148]);
    const after = await app.scored(me, weekly, id, 1);
    expect(after).toMatchObject({ armband: captain, points: 14 + 12 + 5 * 2 + 3 * 2 - 2 * 2 });
  });

  it('changes nothing in a season game either, whatever gameweek the edit names', async () => {
    const season = await app.game('SEASON');
    const own = await app.join(me, season.id);
    score(62, 15);
    await app.end(1, 'saturday');
    const before = await app.scored(me, season, own, 1);
    expect(await refused(app.save(me, own, [[52, 62]], { effective_gameweek: 1 }))).toEqual([52, 62]);
    await app.save(me, own, [[52, 62]], { effective_gameweek: 2 });
    expect(await app.scored(me, season, own, 1)).toEqual(before);
    await app.end(1, 'sunday');
    await app.checkGameweek(1);
    expect(await app.scored(me, season, own, 1)).toMatchObject({ points: 24, settled: true });
  });

  it('an injured unlocked player fielded after a bench player scored is not replaced by him', async () => {
    // The other one had the injured player on the field all along, at the same place of the same team.
    const fair = requireParticipation(
      await app.as(other).request(joinGame, {
        params: { id: weekly.id },
        body: buildJoin({
          field_players: TEAM.field.map((player) => (player === 115 ? 125 : player)),
          bench_players: [20, 62, 72, 115],
        }),
      }),
    ).id;
    score(62, 15);
    app.feed.score(1, 125, { minutes: 0 });
    await app.end(1, 'saturday');
    await app.save(me, id, [[115, 125]]);
    await app.end(1, 'sunday');

    // Who made way for the injured one plays and comes back in for him; the scorer does not.
    const mine = await app.scored(me, weekly, id, 1);
    expect(mine).toMatchObject({ points: 24, substitutions: [{ out: 125, in: 115, projected: false }] });
    const theirs = await app.scored(other, weekly, fair, 1);
    expect(theirs).toMatchObject({
      points: 22 + 15,
      substitutions: [{ out: 125, in: 62, projected: false }],
    });
    await app.checkGameweek(1);
    expect((await app.scored(me, weekly, id, 1)).points).toBe(24);
  });
});

describe('the armband', () => {
  // The vice-captain plays on Saturday, the captain and everybody who could replace him on Sunday.
  it('cannot be given to somebody who will not play, after the vice-captain scored', async () => {
    score(vice, 12);
    await app.end(1, 'saturday');
    app.feed.score(1, 148, { minutes: 0 });
    for (const swaps of [[], [[115, 125]]] as const)
      expect(await refused(app.save(me, id, swaps, { captain_id: 148 }))).toEqual([vice]);
    await app.end(1, 'sunday');
    const honest = { armband: captain, points: 9 * 2 + 12 + 2 * 2 };
    expect(await app.scored(me, weekly, id, 1)).toMatchObject(honest);
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ ...honest, settled: true });
  });

  it('passes on to the vice-captain when the captain, chosen before either kicked off, does not play', async () => {
    score(vice, 12);
    await app.save(me, id, [], { captain_id: 148 });
    await app.end(1, 'saturday');
    app.feed.score(1, 148, { minutes: 0 });
    await app.end(1, 'sunday');
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ armband: vice, points: 9 * 2 + 2 * 12 + 2 });
  });

  it('that nobody moved waits for the captain’s match on Monday', async () => {
    await app.move([106], { kickoff: app.sunday(1) + 24 * HOUR });
    score(vice, 12);
    app.feed.score(1, captain, { minutes: 0 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    expect((await app.scored(me, weekly, id, 1)).armband).toBe(captain);
    expect(await refused(app.save(me, id, [], { captain_id: vice, vice_captain_id: captain }))).toContain(
      vice,
    );
    await app.end(1, 106);
    expect((await app.scored(me, weekly, id, 1)).armband).toBe(vice);
  });

  it('of one gameweek is not fixed by a postponed match of another, played in between', async () => {
    app.clock.now = app.saturday(2) - 2 * 24 * HOUR;
    const second = await app.game('WEEKLY', 2);
    const own = await app.join(me, second.id);
    // The match of the vice-captain in gameweek 1 is called off and played an hour before gameweek 2.
    const fixture = app.feed.fixtures.find((one) => one.event === 1 && [one.team_h, one.team_a].includes(8))!;
    await app.move([fixture.id], { kickoff: app.saturday(2) - HOUR });
    app.clock.now = app.saturday(2) - HOUR;
    await app.save(me, own, [], { captain_id: 148 });
    app.clock.now = app.saturday(2);
    expect(await refused(app.save(me, own))).toEqual([vice]);
  });
});

describe('foresight is what the game is about', () => {
  it('an edit before kick-off counts, up to the last millisecond; of Sunday’s players even on Saturday night', async () => {
    app.clock.now = app.saturday(1) - 1;
    await app.save(me, id, [[52, 62]], { captain_id: 95 });
    score(62, 15);
    score(95, 10);
    await app.end(1, 'saturday');
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 15 + 2 * 10 + 5 * 2, armband: 95 });

    app.clock.now = app.sunday(1) - 1;
    await app.save(
      me,
      id,
      [
        [52, 62],
        [115, 125],
      ],
      { captain_id: 95, vice_captain_id: vice },
    );
    score(125, 9);
    await app.end(1, 'sunday');
    const after = await app.scored(me, weekly, id, 1);
    expect(after).toMatchObject({ points: 45 + 9 + 3 * 2, substitutions: [] });
    expect(after.final_eleven).toEqual(expect.arrayContaining([62, 125]));
  });

  it('a kick-off moved to later unlocks, and the edit made then counts', async () => {
    // The match of 52 and 62 (clubs 5 and 6) is called off an hour before everybody else's.
    app.clock.now = app.saturday(1) - HOUR;
    await app.move([102], { kickoff: app.sunday(1) + HOUR });
    app.clock.now = app.saturday(1) + HOUR;
    expect((await app.details(me, id)).players.find((player) => player.id === 62)?.locked).toBe(false);
    await app.save(me, id, [[52, 62]]);
    expect(
      await refused(
        app.save(me, id, [
          [42, 72],
          [52, 62],
        ]),
      ),
    ).toEqual([42, 72]);
    score(62, 8);
    await app.end(1, 'saturday');
    app.clock.now = app.sunday(1) + HOUR;
    expect(await refused(app.save(me, id))).toEqual([52, 62]);
    await app.end(1, 'sunday');
    expect((await app.scored(me, weekly, id, 1)).points).toBe(24 + 6);
  });

  it('a kick-off moved to earlier locks from then on, whatever was announced before', async () => {
    app.clock.now = app.saturday(1) - 3 * HOUR;
    await app.move([102], { kickoff: app.clock.now - MINUTE });
    expect(await refused(app.save(me, id, [[52, 62]]))).toEqual([52, 62]);
    score(62, 8);
    await app.end(1, 102);
    expect((await app.details(me, id)).game.status).toBe('ACTIVE');
    await app.save(me, id, [[42, 72]]);
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    const after = await app.scored(me, weekly, id, 1);
    expect(after.points).toBe(24);
    expect(after.final_eleven).toEqual(expect.arrayContaining([52, 72]));
  });
});
