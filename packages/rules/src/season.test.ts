import { expect, it } from 'vitest';
import { findJoinedGameweek, type Season } from './season.ts';

const GAME = { first_gameweek: 5, last_gameweek: 7 };

/** A season of gameweeks 5 to 7, each with a match at its number in thousands. */
function findIn(settled: readonly number[], joinedAt: number): number {
  const gameweeks = [5, 6, 7].map((id) => {
    const kickoff = 1_000 * id;
    const isSettled = settled.includes(id);
    return { id, settled: isSettled, end: kickoff + 500, fixtures: [{ kickoff, over: isSettled }] };
  });
  return findJoinedGameweek({ gameweeks } as unknown as Season, GAME, joinedAt);
}

it('an entry joins the first gameweek that is open, or was settled with a match from its time of joining on', () => {
  expect(findIn([], 0)).toBe(5);
  expect(findIn([5], 4_999)).toBe(5);
  expect(findIn([5], 5_000)).toBe(5);
  expect(findIn([5], 5_001)).toBe(6);
  expect(findIn([6], 4_000)).toBe(5);
  expect(findIn([5, 6], 5_400)).toBe(6);
  expect(findIn([], 5_400)).toBe(5);
  expect(findIn([5, 6, 7], 9_000)).toBe(7);
});

it('a match that moved into a settled gameweek is not joined', () => {
  const moved = { id: 5, settled: true, end: 9_000, fixtures: [{ kickoff: 8_000, over: false }] };
  expect(findJoinedGameweek({ gameweeks: [moved] } as unknown as Season, GAME, 6_000)).toBe(7);
});
