import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

// Edge cases of edits with knowledge of a match. Clubs 1 to 10 play on Saturday (starters 10, 32, 42, 52, 85, 95, 105; bench
// 20, 62, 72), clubs 11 to 20 on Sunday (starters 115, 138, 148, 158; bench 125).
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

/** Returns the locked players that a save is rejected for. */
async function lockedBy(save: Promise<unknown>): Promise<number[]> {
  const error = await rejection(save);
  expect(error).toMatchObject({ status: 409, code: 'PLAYER_LOCKED' });
  const players = error.details.map(({ player_id }) => player_id!);
  for (const player of players) expect(error.message).toContain(`Player${player}`);
  return players.sort((a, b) => a - b);
}

const score = (player: number, points: number) => app.feed.score(1, player, { points });

describe('edits after a match', () => {
  it('a bench player who scored cannot be fielded, and a starter who failed cannot be benched', async () => {
    score(62, 15);
    score(52, -1);
    await app.end(1, 'saturday');
    const before = await app.scored(me, weekly, id, 1);
    expect(before.points).toBe(6 * 2 - 1);

    expect(await lockedBy(app.save(me, id, [[52, 62]]))).toEqual([52, 62]);
    // Only 62 has played and cannot replace 115, who has not played yet.
    expect(await lockedBy(app.save(me, id, [[62, 115]], { formation: '4-3-3' }))).toEqual([62]);
    // 62 cannot move on the bench either.
    expect(await lockedBy(app.save(me, id, [[62, 125]]))).toEqual([62]);
    // 105 has played and cannot be replaced by 125, who has not.
    expect(await lockedBy(app.save(me, id, [[105, 125]]))).toEqual([105]);

    expect(await app.scored(me, weekly, id, 1)).toEqual(before);
    await app.end(1, 'sunday');
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 11 + 5 * 2, substitutions: [] });
  });

  it('a scorer cannot become captain, and a player who failed keeps the armband', async () => {
    score(95, 14);
    score(vice, 12);
    await app.end(1, 'saturday');
    const before = await app.scored(me, weekly, id, 1);
    expect(await lockedBy(app.save(me, id, [], { captain_id: 95 }))).toEqual([vice, 95]);
    expect(await lockedBy(app.save(me, id, [], { captain_id: vice, vice_captain_id: captain }))).toEqual([
      vice,
    ]);
    expect(await lockedBy(app.save(me, id, [], { vice_captain_id: 95 }))).toEqual([vice, 95]);
    expect(await app.scored(me, weekly, id, 1)).toEqual(before);

    score(captain, -2);
    await app.end(1, 'sunday');
    app.clock.now = app.sunday(1) + 149 * MINUTE; // the game is still on
    expect(await lockedBy(app.save(me, id, [], { captain_id: 148 }))).toEqual([vice, captain, 148]);
    const after = await app.scored(me, weekly, id, 1);
    expect(after).toMatchObject({ armband: captain, points: 14 + 12 + 5 * 2 + 3 * 2 - 2 * 2 });
  });

  it('an edit changes no points of the running gameweek in a season game, for any effective gameweek', async () => {
    const season = await app.game('SEASON');
    const own = await app.join(me, season.id);
    score(62, 15);
    await app.end(1, 'saturday');
    const before = await app.scored(me, season, own, 1);
    expect(await lockedBy(app.save(me, own, [[52, 62]], { effective_gameweek: 1 }))).toEqual([52, 62]);
    await app.save(me, own, [[52, 62]], { effective_gameweek: 2 });
    expect(await app.scored(me, season, own, 1)).toEqual(before);
    await app.end(1, 'sunday');
    await app.checkGameweek(1);
    expect(await app.scored(me, season, own, 1)).toMatchObject({ points: 24, settled: true });
  });

  it('a bench player who has scored does not replace an injured player who was fielded afterwards', async () => {
    // The other team had the injured player in the same slot from the start.
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

    // The benched starter has played and comes back in; the scorer does not.
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
  // The vice-captain plays on Saturday; the captain and all possible replacements play on Sunday.
  it('the armband cannot move to an absent player after the vice-captain has scored', async () => {
    score(vice, 12);
    await app.end(1, 'saturday');
    app.feed.score(1, 148, { minutes: 0 });
    for (const swaps of [[], [[115, 125]]] as const)
      expect(await lockedBy(app.save(me, id, swaps, { captain_id: 148 }))).toEqual([vice]);
    await app.end(1, 'sunday');
    const honest = { armband: captain, points: 9 * 2 + 12 + 2 * 2 };
    expect(await app.scored(me, weekly, id, 1)).toMatchObject(honest);
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ ...honest, settled: true });
  });

  it('the vice-captain leads when a captain chosen before both kick-offs does not play', async () => {
    score(vice, 12);
    await app.save(me, id, [], { captain_id: 148 });
    await app.end(1, 'saturday');
    app.feed.score(1, 148, { minutes: 0 });
    await app.end(1, 'sunday');
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ armband: vice, points: 9 * 2 + 2 * 12 + 2 });
  });

  it('the captain keeps the armband until the captain’s match on Monday is over', async () => {
    await app.move([106], { kickoff: app.sunday(1) + 24 * HOUR });
    score(vice, 12);
    app.feed.score(1, captain, { minutes: 0 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    expect((await app.scored(me, weekly, id, 1)).armband).toBe(captain);
    expect(await lockedBy(app.save(me, id, [], { captain_id: vice, vice_captain_id: captain }))).toContain(
      vice,
    );
    await app.end(1, 106);
    expect((await app.scored(me, weekly, id, 1)).armband).toBe(vice);
  });

  it('the armband of a gameweek is not locked by a postponed match of another gameweek', async () => {
    app.clock.now = app.saturday(2) - 2 * 24 * HOUR;
    const second = await app.game('WEEKLY', 2);
    const own = await app.join(me, second.id);
    // The match of the vice-captain in gameweek 1 is called off and played an hour before gameweek 2.
    const fixture = app.feed.fixtures.find((one) => one.event === 1 && [one.team_h, one.team_a].includes(8))!;
    await app.move([fixture.id], { kickoff: app.saturday(2) - HOUR });
    app.clock.now = app.saturday(2) - HOUR;
    await app.save(me, own, [], { captain_id: 148 });
    app.clock.now = app.saturday(2);
    expect(await lockedBy(app.save(me, own))).toEqual([vice]);
  });
});

describe('edits before a match', () => {
  it('an edit counts up to the last millisecond before kick-off; Sunday’s players can be moved on Saturday night', async () => {
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

  it('a postponed kick-off unlocks players, and an edit made then counts', async () => {
    // The match of 52 and 62 (clubs 5 and 6) is postponed an hour before the first kick-off.
    app.clock.now = app.saturday(1) - HOUR;
    await app.move([102], { kickoff: app.sunday(1) + HOUR });
    app.clock.now = app.saturday(1) + HOUR;
    expect((await app.details(me, id)).players.find((player) => player.id === 62)?.locked).toBe(false);
    await app.save(me, id, [[52, 62]]);
    expect(
      await lockedBy(
        app.save(me, id, [
          [42, 72],
          [52, 62],
        ]),
      ),
    ).toEqual([42, 72]);
    score(62, 8);
    await app.end(1, 'saturday');
    app.clock.now = app.sunday(1) + HOUR;
    expect(await lockedBy(app.save(me, id))).toEqual([52, 62]);
    await app.end(1, 'sunday');
    expect((await app.scored(me, weekly, id, 1)).points).toBe(24 + 6);
  });

  it('a kick-off moved to an earlier time locks players from that time', async () => {
    app.clock.now = app.saturday(1) - 3 * HOUR;
    await app.move([102], { kickoff: app.clock.now - MINUTE });
    expect(await lockedBy(app.save(me, id, [[52, 62]]))).toEqual([52, 62]);
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
