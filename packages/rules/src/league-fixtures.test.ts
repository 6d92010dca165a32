import { expect, it } from 'vitest';
import { pairRound, scoreMatch } from './league-fixtures.ts';

const score = (points: number) => ({ points, goals: 0 });

it('game rule 9.12: four members meet once in three rounds, then again with the sides swapped', () => {
  const rounds = [0, 1, 2, 3].map((round) => pairRound(4, round).map(({ home, away }) => `${home}-${away}`));
  expect(rounds).toEqual([
    ['1-2', '3-0'],
    ['2-0', '1-3'],
    ['0-1', '3-2'],
    ['2-1', '0-3'],
  ]);
});

it('game rule 9.13: the unpaired member of five plays the median of the other four', () => {
  const unpaired = pairRound(5, 2).at(-1)!;
  expect(unpaired).toEqual({ home: 2, away: null });
  const scores = [score(40_000), score(61_500), score(99_000), score(55_001), score(10_000)];
  expect(scoreMatch(unpaired, scores)).toEqual({ home: 2 * 99_000, away: 40_000 + 55_001 });
});
