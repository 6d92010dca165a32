import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeaderboardThrottle } from './leaderboard-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FEW = () => 3;
const leaderboard = (game: string, gameweek = 1) =>
  ({ topic: 'leaderboard', game_id: game, gameweek }) as const;

test('S8 two hundred saves in eight seconds cause eight messages, including the last one', () => {
  const sent: (number | null)[] = [];
  const throttle = createLeaderboardThrottle(({ gameweek }) => sent.push(gameweek), FEW);
  for (let save = 1; save <= 200; save++) {
    if (throttle.admit(save, leaderboard('a', save))) sent.push(save);
    vi.advanceTimersByTime(40);
  }
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(8);
  expect([sent[0], sent.at(-1)]).toEqual([1, 200]);
  expect(throttle.admit(201, leaderboard('a'))).toBe(true);
});

test('games and other topics are throttled independently', () => {
  const throttle = createLeaderboardThrottle(() => {}, FEW);
  expect(throttle.admit(1, leaderboard('a'))).toBe(true);
  expect(throttle.admit(2, leaderboard('b'))).toBe(true);
  expect(throttle.admit(3, { topic: 'points', gameweek: 1 })).toBe(true);
  for (const sequence of [4, 5, 6]) expect(throttle.admit(sequence, leaderboard('a'))).toBe(true);
  expect(throttle.admit(7, leaderboard('a'))).toBe(false);
  throttle.clear();
});

test('a kick-off and the next goals are sent immediately, and later messages keep the average pause', () => {
  const sent: (number | null)[] = [];
  const throttle = createLeaderboardThrottle(({ gameweek }) => sent.push(gameweek), FEW);
  for (const sequence of [1, 2, 3]) expect(throttle.admit(sequence, leaderboard('a'))).toBe(true);
  vi.advanceTimersByTime(500);
  expect(throttle.admit(4, leaderboard('a'))).toBe(true);
  expect(throttle.admit(5, leaderboard('a', 5))).toBe(false);
  vi.advanceTimersByTime(1_499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([5]);
  vi.advanceTimersByTime(8_000);
  for (const sequence of [6, 7, 8, 9]) expect(throttle.admit(sequence, leaderboard('a'))).toBe(true);
  throttle.clear();
});

test('entries right before a kick-off do not delay its goals', () => {
  const throttle = createLeaderboardThrottle(() => {}, FEW);
  for (let sequence = 1; sequence <= 100; sequence++) {
    throttle.admit(sequence, { ...leaderboard('a'), only_newcomers: true });
    vi.advanceTimersByTime(50);
  }
  for (const sequence of [101, 102, 103, 104]) expect(throttle.admit(sequence, leaderboard('a'))).toBe(true);
  throttle.clear();
});

test('a game is forgotten once nothing limits it', () => {
  const throttle = createLeaderboardThrottle(() => {}, FEW);
  throttle.admit(1, leaderboard('a'));
  throttle.admit(2, leaderboard('a'));
  vi.advanceTimersByTime(4_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('S8 the position remains before held messages', () => {
  const throttle = createLeaderboardThrottle(() => {}, FEW);
  const useUp = (game: string, from: number) => {
    for (let sequence = from; sequence < from + 4; sequence++) throttle.admit(sequence, leaderboard(game));
  };
  useUp('a', 1);
  useUp('b', 5);
  throttle.admit(9, leaderboard('b'));
  throttle.admit(10, leaderboard('a'));
  expect(throttle.completeUpTo(11)).toBe(8);
  throttle.admit(12, leaderboard('b'));
  expect(throttle.completeUpTo(12)).toBe(9);
  vi.advanceTimersByTime(2_000);
  expect(throttle.completeUpTo(12)).toBe(12);
});

test('messages about new entries are rarer with more streams and never delay messages about points', () => {
  const sent: [number | null, boolean | undefined][] = [];
  const onDue = ({
    gameweek,
    only_newcomers,
  }: {
    gameweek: number | null;
    only_newcomers?: boolean | undefined;
  }) => void sent.push([gameweek, only_newcomers]);
  const throttle = createLeaderboardThrottle(onDue, () => 10_000);
  const newEntry = (sequence: number) => ({ ...leaderboard('a', sequence), only_newcomers: true });
  expect(throttle.admit(1, newEntry(1))).toBe(true);
  expect(throttle.admit(2, newEntry(2))).toBe(false);
  vi.advanceTimersByTime(9_999);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([[2, true]]);

  expect(throttle.admit(3, newEntry(3))).toBe(false);
  vi.advanceTimersByTime(1_000);
  for (const sequence of [4, 5, 6, 7]) expect(throttle.admit(sequence, leaderboard('a'))).toBe(true);
  expect(throttle.admit(8, leaderboard('a'))).toBe(false);
  expect(throttle.admit(9, newEntry(9))).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(sent.slice(1)).toEqual([[9, false]]);

  vi.advanceTimersByTime(4_000);
  expect(throttle.admit(10, newEntry(10))).toBe(false);
  expect(throttle.admit(11, leaderboard('a'))).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
});
