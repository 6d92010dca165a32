import { expect, it } from 'vitest';
import { buildLeaderboard, buildRow, gameId } from '../testing/build.ts';
import { SeenRanks } from './seen-ranks.ts';

const at = (second: number) => `2026-08-15T14:00:0${second}.000Z`;
const id = (n: number) => buildRow(n).participation_id;

/** Standings of second `when` in which these teams stand in this order, from a rank on. */
const standings = (when: number, order: number[], from = 1) =>
  buildLeaderboard(
    order.map((n, place) => buildRow(n, { rank: from + place })),
    { updated_at: at(when) },
  );

it('tells who moved since the standings before, and nothing the first time', () => {
  const seen = new SeenRanks();
  expect(seen.note(gameId(1), standings(1, [1, 2, 3]))).toEqual({});
  expect(seen.note(gameId(1), standings(2, [3, 2, 1]))).toEqual({ [id(3)]: 2, [id(1)]: -2 });
});

it('keeps it over standings in which nobody moves, and forgets it with the next that move somebody', () => {
  const seen = new SeenRanks();
  seen.note(gameId(1), standings(1, [1, 2, 3]));
  const moved = seen.note(gameId(1), standings(2, [2, 1, 3]));
  expect(moved).toEqual({ [id(2)]: 1, [id(1)]: -1 });
  expect(seen.note(gameId(1), standings(2, [2, 1, 3]))).toEqual(moved);
  expect(seen.note(gameId(1), standings(3, [2, 1, 3]))).toEqual(moved);
  expect(seen.note(gameId(1), standings(4, [2, 3, 1]))).toEqual({ [id(3)]: 1, [id(1)]: -1 });
});

it('knows who came from another page, and the own row that is on none', () => {
  const seen = new SeenRanks();
  seen.note(gameId(1), standings(1, [1, 2]));
  seen.note(gameId(1), standings(1, [3, 4], 3));
  const me = buildRow(9, { rank: 40 });
  seen.note(gameId(1), { ...standings(1, [1, 2]), me });
  const after = { ...standings(2, [4, 1]), me: { ...me, rank: 42 } };
  expect(seen.note(gameId(1), after)).toEqual({ [id(4)]: 3, [id(1)]: -1, [id(9)]: -2 });
});

it('takes no movement from an answer that comes late, nor from another game', () => {
  const seen = new SeenRanks();
  seen.note(gameId(1), standings(1, [1, 2]));
  seen.note(gameId(1), standings(3, [1, 2]));
  expect(seen.note(gameId(1), standings(2, [2, 1]))).toEqual({});
  expect(seen.note(gameId(2), standings(4, [2, 1]))).toEqual({});
  expect(seen.note(gameId(1), standings(4, [1, 2]))).toEqual({});
});
