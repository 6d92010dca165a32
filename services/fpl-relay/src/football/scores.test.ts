import type { Fixture } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import { liveOf } from '../testing/feed-script.ts';
import { scoresOf } from './scores.ts';

const fixture = (id: number, bps: [player: number, value: number][], finished = true) =>
  ({
    id,
    finished,
    stats: [{ identifier: 'bps', h: bps.map(([element, value]) => ({ element, value })), a: [] }],
  }) as unknown as Fixture;

describe('scores of a gameweek', () => {
  test('a double gameweek: each fixture has its own points, cards, bonus and BPS', () => {
    const player = liveOf(
      7,
      12,
      [
        [1, 'minutes', 90, 2],
        [1, 'goals_scored', 1, 4],
        [1, 'bonus', 3, 3],
        [2, 'minutes', 60, 2],
        [2, 'clean_sheets', 1, 4],
        [2, 'red_cards', 1, -3],
      ],
      55,
    );
    const { scores, mismatches } = scoresOf(
      [parsed(player)],
      [fixture(1, [[7, 40]]), fixture(2, [[7, -5]])],
      new Set([7]),
    );
    expect(scores).toMatchObject([
      { fixture: 1, player: 7, points: 9, minutes: 90, cards: 0, bonus: 3, bps: 40 },
      { fixture: 2, player: 7, points: 3, minutes: 60, cards: 1, bonus: 0, bps: -5 },
    ]);
    expect(mismatches).toEqual([]);
  });

  test('bonus of a running match is not the final one: it is left out until the match is finished', () => {
    const player = liveOf(7, 5, [
      [1, 'minutes', 60, 2],
      [1, 'bonus', 3, 3],
    ]);
    const running = scoresOf([parsed(player)], [fixture(1, [[7, 40]], false)], new Set([7]));
    expect(running.scores).toMatchObject([{ points: 2, bonus: 0, bps: 40 }]);
    expect(running.scores[0]?.explain).toMatchObject([{ identifier: 'minutes' }]);
    expect(running.mismatches).toEqual([]);
    const finished = scoresOf([parsed(player)], [fixture(1, [[7, 40]])], new Set([7]));
    expect(finished.scores).toMatchObject([{ points: 5, bonus: 3 }]);
  });

  test("with one fixture the player's own BPS is used until the fixture has it", () => {
    const { scores } = scoresOf([parsed(liveOf(7, 1, [[1, 'minutes', 9, 1]], 4))], [], new Set([7]));
    expect(scores[0]?.bps).toBe(4);
  });

  test('manual corrections count', () => {
    const player = parsed(liveOf(7, 3, [[1, 'minutes', 90, 2]]));
    const stat = player.explain[0]?.stats[0];
    if (stat) stat.points_modification = 1;
    const { scores, mismatches } = scoresOf([player], [], new Set([7]));
    expect(scores[0]).toMatchObject({
      points: 3,
      explain: [{ identifier: 'minutes', value: 90, points: 3 }],
    });
    expect(mismatches).toEqual([]);
  });

  test('a sum that differs from the total is reported; a blank is not', () => {
    const { scores, mismatches } = scoresOf(
      [parsed(liveOf(7, 5, [[1, 'minutes', 90, 2]])), parsed(liveOf(8, 0, []))],
      [],
      new Set([7, 8]),
    );
    expect(mismatches).toEqual([{ player: 7, explained: 2, total: 5 }]);
    expect(scores).toHaveLength(1);
  });

  test('unknown players are left out', () => {
    expect(scoresOf([parsed(liveOf(9, 5, [[1, 'mng_win', 1, 6]]))], [], new Set([7]))).toEqual({
      scores: [],
      mismatches: [],
    });
  });

  /** As the schema parses it. */
  function parsed(player: ReturnType<typeof liveOf>) {
    return player as typeof player & { explain: { stats: { points_modification: number }[] }[] };
  }
});
