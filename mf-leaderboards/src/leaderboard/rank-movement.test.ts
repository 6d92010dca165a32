import { describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow, fakeGameId } from '../testing/build.ts';
import { RankMovement } from './rank-movement.ts';

const at = (second: number) => `2026-08-15T14:00:0${second}.000Z`;
const id = (n: number) => buildRow(n).participation_id;

/** Leaderboard at second `when` with these teams in order, starting at rank `from`. */
const buildUpdate = (when: number, order: number[], from = 1) =>
  buildLeaderboard(
    order.map((n, place) => buildRow(n, { rank: from + place })),
    { updated_at: at(when) },
  );

describe('RankMovement', () => {
  it('update() returns the moves since the previous update, and none at first', () => {
    const ranks = new RankMovement();
    expect(ranks.update(fakeGameId(1), buildUpdate(1, [1, 2, 3]))).toEqual({});
    expect(ranks.update(fakeGameId(1), buildUpdate(2, [3, 2, 1]))).toEqual({ [id(3)]: 2, [id(1)]: -2 });
  });

  it('moves are kept until an update in which another team moves', () => {
    const ranks = new RankMovement();
    ranks.update(fakeGameId(1), buildUpdate(1, [1, 2, 3]));
    const moved = ranks.update(fakeGameId(1), buildUpdate(2, [2, 1, 3]));
    expect(moved).toEqual({ [id(2)]: 1, [id(1)]: -1 });
    expect(ranks.update(fakeGameId(1), buildUpdate(2, [2, 1, 3]))).toEqual(moved);
    expect(ranks.update(fakeGameId(1), buildUpdate(3, [2, 1, 3]))).toEqual(moved);
    expect(ranks.update(fakeGameId(1), buildUpdate(4, [2, 3, 1]))).toEqual({ [id(3)]: 1, [id(1)]: -1 });
  });

  it("moves include teams from other pages and the user's own row", () => {
    const ranks = new RankMovement();
    ranks.update(fakeGameId(1), buildUpdate(1, [1, 2]));
    ranks.update(fakeGameId(1), buildUpdate(1, [3, 4], 3));
    const me = buildRow(9, { rank: 40 });
    ranks.update(fakeGameId(1), { ...buildUpdate(1, [1, 2]), me });
    const after = { ...buildUpdate(2, [4, 1]), me: { ...me, rank: 42 } };
    expect(ranks.update(fakeGameId(1), after)).toEqual({ [id(4)]: 3, [id(1)]: -1, [id(9)]: -2 });
  });

  it('late responses and other games are ignored', () => {
    const ranks = new RankMovement();
    ranks.update(fakeGameId(1), buildUpdate(1, [1, 2]));
    ranks.update(fakeGameId(1), buildUpdate(3, [1, 2]));
    expect(ranks.update(fakeGameId(1), buildUpdate(2, [2, 1]))).toEqual({});
    expect(ranks.update(fakeGameId(2), buildUpdate(4, [2, 1]))).toEqual({});
    expect(ranks.update(fakeGameId(1), buildUpdate(4, [1, 2]))).toEqual({});
  });
});
