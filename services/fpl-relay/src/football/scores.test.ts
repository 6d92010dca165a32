import type { Fixture } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import { buildLive } from '../testing/feed-script.ts';
import { computeScores } from './scores.ts';

const fixture = (id: number, bps: [player: number, value: number][], finished = true) =>
  ({
    id,
    finished,
    stats: [{ identifier: 'bps', h: bps.map(([element, value]) => ({ element, value })), a: [] }],
  }) as unknown as Fixture;

describe('computeScores', () => {
  test('computeScores returns points, cards, bonus and BPS per fixture of a double gameweek', () => {
    const player = buildLive(
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
    const { scores, mismatches } = computeScores(
      [asParsed(player)],
      [fixture(1, [[7, 40]]), fixture(2, [[7, -5]])],
      new Set([7]),
    );
    expect(scores).toMatchObject([
      { fixture: 1, player: 7, points: 9, minutes: 90, cards: 0, bonus: 3, bps: 40 },
      { fixture: 2, player: 7, points: 3, minutes: 60, cards: 1, bonus: 0, bps: -5 },
    ]);
    expect(mismatches).toEqual([]);
  });

  test('computeScores returns the difference of goals in a gameweek once, in its first match', () => {
    const player = buildLive(7, 4, [
      [1, 'minutes', 90, 2],
      [2, 'minutes', 90, 2],
    ]);
    const stats = { ...player.stats, goals_scored: 1, goals_conceded: 3 };
    const { scores } = computeScores([asParsed({ ...player, stats })], [], new Set([7]));
    expect(scores.map(({ goals }) => goals)).toEqual([-2, 0]);
  });

  test('computeScores excludes the bonus of a match until it is finished', () => {
    const player = buildLive(7, 5, [
      [1, 'minutes', 60, 2],
      [1, 'bonus', 3, 3],
    ]);
    const running = computeScores([asParsed(player)], [fixture(1, [[7, 40]], false)], new Set([7]));
    expect(running.scores).toMatchObject([{ points: 2, bonus: 0, bps: 40 }]);
    expect(running.scores[0]?.explain).toMatchObject([{ identifier: 'minutes' }]);
    expect(running.mismatches).toEqual([]);
    const finished = computeScores([asParsed(player)], [fixture(1, [[7, 40]])], new Set([7]));
    expect(finished.scores).toMatchObject([{ points: 5, bonus: 3 }]);
  });

  test("computeScores uses the player's own BPS for a single fixture until the fixture has it", () => {
    const { scores } = computeScores(
      [asParsed(buildLive(7, 1, [[1, 'minutes', 9, 1]], 4))],
      [],
      new Set([7]),
    );
    expect(scores[0]?.bps).toBe(4);
  });

  test('computeScores includes manual corrections', () => {
    const player = asParsed(buildLive(7, 3, [[1, 'minutes', 90, 2]]));
    const stat = player.explain[0]?.stats[0];
    if (stat) stat.points_modification = 1;
    const { scores, mismatches } = computeScores([player], [], new Set([7]));
    expect(scores[0]).toMatchObject({
      points: 3,
      explain: [{ identifier: 'minutes', value: 90, points: 3 }],
    });
    expect(mismatches).toEqual([]);
  });

  test('computeScores reports a sum that differs from the total, but not a blank gameweek', () => {
    const { scores, mismatches } = computeScores(
      [asParsed(buildLive(7, 5, [[1, 'minutes', 90, 2]])), asParsed(buildLive(8, 0, []))],
      [],
      new Set([7, 8]),
    );
    expect(mismatches).toEqual([{ player: 7, explained: 2, total: 5 }]);
    expect(scores).toHaveLength(1);
  });

  test('computeScores excludes unknown players', () => {
    expect(computeScores([asParsed(buildLive(9, 5, [[1, 'mng_win', 1, 6]]))], [], new Set([7]))).toEqual({
      scores: [],
      mismatches: [],
    });
  });

  /** Casts to the type after parsing by the schema. */
  function asParsed(player: ReturnType<typeof buildLive>) {
    return player as typeof player & { explain: { stats: { points_modification: number }[] }[] };
  }
});
