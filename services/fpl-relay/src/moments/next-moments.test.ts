import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import type { KnownMoment } from '../snapshots/snapshots.ts';
import { type Look, nextMoments } from './next-moments.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

const fixture = (fields: Partial<Fixture> = {}): Fixture => ({
  ...{ id: 1, code: 1, event: 5, kickoff_time: null, team_h: 1, team_a: 2, team_h_score: 0, team_a_score: 0 },
  ...{ team_h_difficulty: 3, team_a_difficulty: 3, started: true, finished: false },
  ...{ finished_provisional: false, minutes: 67, stats: [] },
  ...fields,
});

function score(player: number, lines: [identifier: string, value: number, points: number][], bonus = 0) {
  const explain = lines.map(([identifier, value, points]) => ({ identifier, value, points }));
  return { fixture: 1, player, points: 0, minutes: 67, cards: 0, bps: 0, bonus, explain };
}

function look(fields: Partial<Fixture>, scores: FixtureScoreMessage[], watched = true): Look {
  return { fixtures: [fixture(fields)], scores, now: NOW, watched: () => watched };
}

const told = (moments: KnownMoment[]) =>
  moments.map(({ kind, player, minute, points, taken_back }) =>
    [kind, player ?? '', minute ?? '', points, taken_back ? 'taken back' : ''].join(' ').trim(),
  );

const GOAL = [score(7, [['goals_scored', 1, 5]]), score(8, [['assists', 1, 3]])];

describe('moments of a gameweek', () => {
  test.each([
    ['nothing before kick-off', { started: false, minutes: 0 }, GOAL, []],
    ['a kick-off', { minutes: 0 }, [], ['KICK_OFF   0']],
    ['a goal with its assist', {}, GOAL, ['KICK_OFF   0', 'GOAL 7 67 5', 'ASSIST 8 67 3']],
    [
      'two goals with the points of each, although the feed has only the sum',
      { minutes: 80 },
      [score(7, [['goals_scored', 2, 9]])],
      ['KICK_OFF   0', 'GOAL 7 80 5', 'GOAL 7 80 4'],
    ],
    [
      'an own goal and cards',
      {},
      [
        score(7, [['own_goals', 1, -2]]),
        score(8, [['yellow_cards', 1, -1]]),
        score(9, [['red_cards', 1, -3]]),
      ],
      ['KICK_OFF   0', 'OWN_GOAL 7 67 -2', 'YELLOW_CARD 8 67 -1', 'RED_CARD 9 67 -3'],
    ],
    [
      'full time and then bonus, the most first',
      { finished: true, minutes: 90 },
      [score(7, [], 2), score(8, [], 3), score(9, [])],
      ['KICK_OFF   0', 'FULL_TIME   0', 'BONUS 8  3', 'BONUS 7  2'],
    ],
  ])('%s', (_, fields, scores, expected) => {
    expect(told(nextMoments([], look(fields, scores)))).toEqual(expected);
  });

  test('looking again, after a restart or on another replica, adds nothing and changes nothing', () => {
    const first = nextMoments([], look({}, GOAL));
    expect(nextMoments(first, { ...look({ minutes: 75 }, GOAL), now: NOW + 60_000 })).toEqual(first);
    expect(nextMoments(first, look({ minutes: 75 }, GOAL, false))).toEqual(first);
  });

  test('a goal that the feed takes back stays as taken back, and keeps its minute when it is given after all', () => {
    const scored = nextMoments([], look({ minutes: 30 }, GOAL));
    const taken = nextMoments(scored, look({ minutes: 33 }, []));
    expect(told(taken)).toEqual(['KICK_OFF   0', 'GOAL 7 30 5 taken back', 'ASSIST 8 30 3 taken back']);
    expect(nextMoments(taken, look({ minutes: 35 }, GOAL))).toEqual(scored);
  });

  test('a second yellow card, which the feed shows as a red one only, takes no card back', () => {
    const yellow = nextMoments([], look({ minutes: 20 }, [score(7, [['yellow_cards', 1, -1]])]));
    const red = nextMoments(yellow, look({}, [score(7, [['red_cards', 1, -3]])]));
    expect(told(red)).toEqual(['KICK_OFF   0', 'YELLOW_CARD 7 20 -1', 'RED_CARD 7 67 -3']);
  });

  test('corrected bonus changes its moment; a fixture that leaves the gameweek takes nothing back', () => {
    const over = { finished: true };
    const before = nextMoments([], look(over, [score(7, [], 3)]));
    const after = nextMoments(before, look(over, [score(7, [], 2)]));
    expect(told(after).at(-1)).toBe('BONUS 7  2');
    expect(nextMoments(after, { ...look({}, []), fixtures: [] })).toEqual(after);
  });

  test('what was not watched has neither minute nor time nor score, except what is known anyway', () => {
    const late = nextMoments([], look({ finished: true, team_h_score: 2 }, GOAL, false));
    expect(late.map(({ minute, seen_at }) => [minute, seen_at])).toEqual(Array(4).fill([null, null]));
    expect(late.map(({ score }) => score)).toEqual([[0, 0], null, null, [2, 0]]);
  });
});
