import { expect, it } from 'vitest';
import { computeDistribution } from './distribution.ts';

/** Standings of teams with these points, best first. */
const standings = (points: number[]) => ({
  order: Int32Array.from(points, (_, index) => index),
  earned: Int32Array.from(points, (each) => each * 1000),
});

const spreadOf = (points: number[]) => computeDistribution(standings(points));

it('the distribution counts every team in one bar, without gaps between worst and best', () => {
  expect(spreadOf([3, 1.5, 1, -0.5])).toEqual([
    { from: -1, to: 0, players: 1 },
    { from: 0, to: 1, players: 0 },
    { from: 1, to: 2, players: 2 },
    { from: 2, to: 3, players: 0 },
    { from: 3, to: 4, players: 1 },
  ]);
});

it.each([
  [19, 1, 20],
  [20, 2, 11],
  [60, 5, 13],
  [2400, 200, 13],
])('the distribution has at most twenty bars of a round width for 0 to %d points', (best, width, bars) => {
  const spread = spreadOf([best, 0]);
  expect(spread).toHaveLength(bars);
  expect(spread.map(({ from, to }) => to - from)).toEqual(Array<number>(bars).fill(width));
  expect([spread[0]?.players, spread.at(-1)?.players]).toEqual([1, 1]);
});

it('the distribution is empty without a team, and one bar when all are equal', () => {
  expect(spreadOf([])).toEqual([]);
  expect(spreadOf([0, 0, 0])).toEqual([{ from: 0, to: 1, players: 3 }]);
});
