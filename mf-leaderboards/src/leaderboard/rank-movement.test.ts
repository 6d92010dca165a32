import { describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow, gameId } from '../testing/build.ts';
import { RankMovement } from './rank-movement.ts';

const at = (second: number) => `2026-08-15T14:00:0${second}.000Z`;
const id = (n: number) => buildRow(n).participation_id;

/** Standings at second `when` with these teams in order, starting at rank `from`. */
const standings = (when: number, order: number[], from = 1) =>
  buildLeaderboard(
    order.map((n, place) => buildRow(n, { rank: from + place })),
    { updated_at: at(when) },
  );

describe('RankMovement', () => {
  it('returns moves since the previous standings, and none at first', () => {
    const ranks = new RankMovement();
    expect(ranks.update(gameId(1), standings(1, [1, 2, 3]))).toEqual({});
    expect(ranks.update(gameId(1), standings(2, [3, 2, 1]))).toEqual({ [id(3)]: 2, [id(1)]: -2 });
  });

  it('keeps moves until standings in which another team moves', () => {
    const ranks = new RankMovement();
    ranks.update(gameId(1), standings(1, [1, 2, 3]));
    const moved = ranks.update(gameId(1), standings(2, [2, 1, 3]));
    expect(moved).toEqual({ [id(2)]: 1, [id(1)]: -1 });
    expect(ranks.update(gameId(1), standings(2, [2, 1, 3]))).toEqual(moved);
    expect(ranks.update(gameId(1), standings(3, [2, 1, 3]))).toEqual(moved);
    expect(ranks.update(gameId(1), standings(4, [2, 3, 1]))).toEqual({ [id(3)]: 1, [id(1)]: -1 });
  });

  it('covers teams from other pages and the own row', () => {
    const ranks = new RankMovement();
    ranks.update(gameId(1), standings(1, [1, 2]));
    ranks.update(gameId(1), standings(1, [3, 4], 3));
    const me = buildRow(9, { rank: 40 });
    ranks.update(gameId(1), { ...standings(1, [1, 2]), me });
    const after = { ...standings(2, [4, 1]), me: { ...me, rank: 42 } };
    expect(ranks.update(gameId(1), after)).toEqual({ [id(4)]: 3, [id(1)]: -1, [id(9)]: -2 });
  });

  it('ignores late answers and other games', () => {
    const ranks = new RankMovement();
    ranks.update(gameId(1), standings(1, [1, 2]));
    ranks.update(gameId(1), standings(3, [1, 2]));
    expect(ranks.update(gameId(1), standings(2, [2, 1]))).toEqual({});
    expect(ranks.update(gameId(2), standings(4, [2, 1]))).toEqual({});
    expect(ranks.update(gameId(1), standings(4, [1, 2]))).toEqual({});
  });
});
