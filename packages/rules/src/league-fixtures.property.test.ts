import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pairing, pairRound, scoreMatch } from './league-fixtures.ts';

const members = fc.integer({ min: 4, max: 20 });
const gameweeks = fc.integer({ min: 1, max: 38 });

const listRounds = (count: number, rounds: number): Pairing[][] =>
  Array.from({ length: rounds }, (_, round) => pairRound(count, round));

/** Returns the smallest and largest of some counts. */
const range = (counts: readonly number[]) => [Math.min(...counts), Math.max(...counts)] as const;

describe('fixtures of a head-to-head league', () => {
  it('every member plays once in every gameweek', () => {
    fc.assert(
      fc.property(members, gameweeks, (count, rounds) => {
        for (const pairs of listRounds(count, rounds)) {
          const playing = pairs.flatMap(({ home, away }) => (away === null ? [home] : [home, away]));
          expect(playing.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, place) => place));
          expect(pairs.filter(({ away }) => away === null)).toHaveLength(count % 2);
        }
      }),
    );
  });

  // Each cycle of rounds has every pair once; an incomplete last cycle has some pairs once more.
  it('the numbers of matches of any two pairs differ by at most one', () => {
    fc.assert(
      fc.property(members, gameweeks, (count, rounds) => {
        const met = new Map<string, number>();
        for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) met.set(`${a} ${b}`, 0);
        for (const { home, away } of listRounds(count, rounds).flat()) {
          if (away === null) continue;
          const pair = [home, away].sort((a, b) => a - b).join(' ');
          met.set(pair, met.get(pair)! + 1);
        }
        const cycle = count + (count % 2) - 1;
        expect([Math.floor(rounds / cycle), Math.ceil(rounds / cycle)]).toEqual(
          expect.arrayContaining([...new Set(met.values())]),
        );
      }),
    );
  });

  it('in an odd league, the numbers of matches of any two members against the median differ by at most one', () => {
    fc.assert(
      fc.property(members, gameweeks, (half, rounds) => {
        const count = 2 * Math.floor(half / 2) + 1;
        const medians = new Array<number>(count).fill(0);
        for (const { home, away } of listRounds(count, rounds).flat()) if (away === null) medians[home]! += 1;
        const [least, most] = range(medians);
        expect(most - least).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('home matches differ by at most one over two cycles', () => {
    fc.assert(
      fc.property(members, (count) => {
        const home = new Array<number>(count).fill(0);
        for (const pair of listRounds(count, 2 * (count + (count % 2) - 1)).flat())
          if (pair.away !== null) home[pair.home]! += 1;
        const [least, most] = range(home);
        expect(most - least).toBe(0);
      }),
    );
  });

  it('the median beats half of the others and never counts the own score', () => {
    const scores = fc.array(fc.integer({ min: -20_000, max: 300_000 }), { minLength: 5, maxLength: 19 });
    fc.assert(
      fc.property(scores, fc.integer({ min: -20_000, max: 300_000 }), (points, other) => {
        const count = points.length - (1 - (points.length % 2));
        const field = points.slice(0, count).map((each) => ({ points: each, goals: 0 }));
        const { away } = scoreMatch({ home: 0, away: null }, field);
        const others = points.slice(1, count);
        expect(others.filter((each) => 2 * each <= away).length * 2).toBeGreaterThanOrEqual(others.length);
        expect(others.filter((each) => 2 * each >= away).length * 2).toBeGreaterThanOrEqual(others.length);
        const changed = field.with(0, { points: other, goals: 0 });
        expect(scoreMatch({ home: 0, away: null }, changed).away).toBe(away);
      }),
    );
  });
});
