import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeaderboardThrottle } from './leaderboard-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FEW = () => 3;
const leaderboard = (game: string, gameweek = 1) =>
  ({ topic: 'leaderboard', game_id: game, gameweek }) as const;

test('S8 two hundred saves in eight seconds are five messages, the last of them included', () => {
  const sent: number[] = [];
  const pace = createLeaderboardThrottle((sequence) => sent.push(sequence), FEW);
  for (let save = 1; save <= 200; save++) {
    if (pace.admit(save, leaderboard('a'))) sent.push(save);
    vi.advanceTimersByTime(40);
  }
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(5);
  expect([sent[0], sent.at(-1)]).toEqual([1, 200]);
  expect(pace.admit(201, leaderboard('a'))).toBe(true);
});

test('games and other topics do not wait for each other', () => {
  const pace = createLeaderboardThrottle(() => {}, FEW);
  expect(pace.admit(1, leaderboard('a'))).toBe(true);
  expect(pace.admit(2, leaderboard('b'))).toBe(true);
  expect(pace.admit(3, { topic: 'points', gameweek: 1 })).toBe(true);
  expect(pace.admit(4, leaderboard('a'))).toBe(false);
  pace.clear();
});

test('S8 the position stays before what is held back', () => {
  const pace = createLeaderboardThrottle(() => {}, FEW);
  pace.admit(1, leaderboard('a'));
  pace.admit(2, leaderboard('b'));
  pace.admit(3, leaderboard('b'));
  pace.admit(5, leaderboard('a'));
  expect(pace.completeUpTo(6)).toBe(2);
  pace.admit(7, leaderboard('b'));
  expect(pace.completeUpTo(7)).toBe(4);
  vi.advanceTimersByTime(2_000);
  expect(pace.completeUpTo(7)).toBe(7);
});

test('newcomers alone are announced the more rarely the more streams there are, and never delay what moved', () => {
  const sent: [number, boolean | undefined][] = [];
  const onDue = (sequence: number, { only_newcomers }: { only_newcomers?: boolean | undefined }) =>
    void sent.push([sequence, only_newcomers]);
  const pace = createLeaderboardThrottle(onDue, () => 10_000);
  const newcomer = { ...leaderboard('a'), only_newcomers: true };
  expect(pace.admit(1, newcomer)).toBe(true);
  expect(pace.admit(2, newcomer)).toBe(false);
  vi.advanceTimersByTime(9_999);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([[2, true]]);

  expect(pace.admit(3, newcomer)).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(pace.admit(4, leaderboard('a'))).toBe(false);
  expect(pace.admit(5, newcomer)).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(sent.slice(1)).toEqual([[5, false]]);

  vi.advanceTimersByTime(2_000);
  expect(pace.admit(6, newcomer)).toBe(false);
  expect(pace.admit(7, leaderboard('a'))).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
});
