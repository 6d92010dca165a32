import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import type { StoredMatchEvent } from '../snapshots/snapshots.ts';
import { type FeedState, updateMatchEvents } from './update-match-events.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

const fixture = (fields: Partial<Fixture> = {}): Fixture => ({
  id: 1,
  code: 1,
  event: 5,
  kickoff_time: null,
  team_h: 1,
  team_a: 2,
  team_h_score: 0,
  team_a_score: 0,
  team_h_difficulty: 3,
  team_a_difficulty: 3,
  started: true,
  finished: false,
  finished_provisional: false,
  minutes: 67,
  stats: [],
  ...fields,
});

function score(player: number, lines: [identifier: string, value: number, points: number][], bonus = 0) {
  const explain = lines.map(([identifier, value, points]) => ({ identifier, value, points }));
  return { fixture: 1, player, points: 0, minutes: 67, cards: 0, bps: 0, bonus, goals: 0, explain };
}

function buildState(fields: Partial<Fixture>, scores: FixtureScoreMessage[], watched = true): FeedState {
  return { fixtures: [fixture(fields)], scores, now: NOW, wasWatched: () => watched };
}

const format = (events: StoredMatchEvent[]) =>
  events.map(({ kind, player, minute, points, taken_back_at }) =>
    [kind, player ?? '', minute ?? '', points, taken_back_at ? 'taken back' : ''].join(' ').trim(),
  );

const GOAL = [score(7, [['goals_scored', 1, 5]]), score(8, [['assists', 1, 3]])];

describe('updateMatchEvents', () => {
  test.each([
    ['adds nothing before kick-off', { started: false, minutes: 0 }, GOAL, []],
    ['adds a kick-off', { minutes: 0 }, [], ['KICK_OFF   0']],
    ['adds a goal with its assist', {}, GOAL, ['KICK_OFF   0', 'GOAL 7 67 5', 'ASSIST 8 67 3']],
    [
      'adds two goals with their own points, although the feed has only the sum',
      { minutes: 80 },
      [score(7, [['goals_scored', 2, 9]])],
      ['KICK_OFF   0', 'GOAL 7 80 5', 'GOAL 7 80 4'],
    ],
    [
      'adds an own goal and cards',
      {},
      [
        score(7, [['own_goals', 1, -2]]),
        score(8, [['yellow_cards', 1, -1]]),
        score(9, [['red_cards', 1, -3]]),
      ],
      ['KICK_OFF   0', 'OWN_GOAL 7 67 -2', 'YELLOW_CARD 8 67 -1', 'RED_CARD 9 67 -3'],
    ],
    [
      'adds full time and then bonus, highest first',
      { finished: true, minutes: 90 },
      [score(7, [], 2), score(8, [], 3), score(9, [])],
      ['KICK_OFF   0', 'FULL_TIME   0', 'BONUS 8  3', 'BONUS 7  2'],
    ],
  ])('%s', (_, fields, scores, expected) => {
    expect(format(updateMatchEvents([], buildState(fields, scores)))).toEqual(expected);
  });

  test('an update is idempotent for a later poll, a restart or another replica', () => {
    const first = updateMatchEvents([], buildState({}, GOAL));
    expect(updateMatchEvents(first, { ...buildState({ minutes: 75 }, GOAL), now: NOW + 60_000 })).toEqual(
      first,
    );
    expect(updateMatchEvents(first, buildState({ minutes: 75 }, GOAL, false))).toEqual(first);
  });

  test('an update marks a withdrawn goal as taken back and restores it with its minute', () => {
    const scored = updateMatchEvents([], buildState({ minutes: 30 }, GOAL));
    const withdrawn = updateMatchEvents(scored, buildState({ minutes: 33 }, []));
    expect(format(withdrawn)).toEqual(['KICK_OFF   0', 'GOAL 7 30 5 taken back', 'ASSIST 8 30 3 taken back']);
    expect(updateMatchEvents(withdrawn, buildState({ minutes: 35 }, GOAL))).toEqual(scored);
  });

  test('a goal of the same player long after one was withdrawn is a new event with its own minute, score and time', () => {
    const at = (minutes: number, scores: FixtureScoreMessage[], home: number): FeedState => ({
      ...buildState({ minutes, team_h_score: home }, scores),
      now: NOW + minutes * 60_000,
    });
    const scored = updateMatchEvents([], at(10, GOAL, 1));
    const withdrawn = updateMatchEvents(scored, at(13, [], 0));
    const later = updateMatchEvents(withdrawn, at(45, [score(9, [['yellow_cards', 1, -1]])], 0));
    const goal = updateMatchEvents(later, at(53, [...GOAL, score(9, [['yellow_cards', 1, -1]])], 2));
    expect(format(goal)).toEqual(['KICK_OFF   0', 'YELLOW_CARD 9 45 -1', 'GOAL 7 53 5', 'ASSIST 8 53 3']);
    expect(goal[2]).toMatchObject({ id: '1-GOAL-7-1', score: [2, 0], seen_at: NOW + 53 * 60_000 });
    const corrected = { ...at(90, GOAL, 1), now: NOW + 130 * 60_000 };
    corrected.fixtures = [fixture({ minutes: 90, finished_provisional: true })];
    expect(updateMatchEvents(withdrawn, corrected).find(({ kind }) => kind === 'GOAL')).toEqual(scored[1]);
  });

  test('an update keeps the first yellow card when the feed replaces it with a red card', () => {
    const yellow = updateMatchEvents([], buildState({ minutes: 20 }, [score(7, [['yellow_cards', 1, -1]])]));
    const red = updateMatchEvents(yellow, buildState({}, [score(7, [['red_cards', 1, -3]])]));
    expect(format(red)).toEqual(['KICK_OFF   0', 'YELLOW_CARD 7 20 -1', 'RED_CARD 7 67 -3']);
  });

  test('an update corrects a bonus and keeps the events of a fixture that leaves the gameweek', () => {
    const over = { finished: true };
    const before = updateMatchEvents([], buildState(over, [score(7, [], 3)]));
    const after = updateMatchEvents(before, buildState(over, [score(7, [], 2)]));
    expect(format(after).at(-1)).toBe('BONUS 7  2');
    expect(updateMatchEvents(after, { ...buildState({}, []), fixtures: [] })).toEqual(after);
  });

  test('an update keeps the bonus of a match whose `finished` returns to false while it is over, as it was', () => {
    const finished = { finished: true, finished_provisional: true, minutes: 90 };
    const unfinished = { ...finished, finished: false };
    const before = updateMatchEvents([], buildState(finished, [score(7, [], 3)]));
    const during = updateMatchEvents(before, buildState(unfinished, [score(7, [])]));
    expect(during).toEqual(before);
    expect(updateMatchEvents(during, buildState(finished, [score(7, [], 3)]))).toEqual(before);
    const withdrawn = updateMatchEvents(during, buildState(finished, [score(7, [])]));
    expect(format(withdrawn).at(-1)).toBe('BONUS 7  3 taken back');
  });

  test('an update omits minute, time and score of events that were not watched', () => {
    const late = updateMatchEvents([], buildState({ finished: true, team_h_score: 2 }, GOAL, false));
    expect(late.map(({ minute, seen_at }) => [minute, seen_at])).toEqual(Array(4).fill([null, null]));
    expect(late.map(({ score }) => score)).toEqual([[0, 0], null, null, [2, 0]]);
  });
});
