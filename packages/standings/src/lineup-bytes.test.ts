import { describe, expect, it } from 'vitest';
import { packLineup, unpackLineup } from './lineup-bytes.ts';

const LINEUP = {
  formation: '3-4-3' as const,
  field: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 65_535],
  bench: [20, 21, 22, 23],
  bench_positions: [1, 2, 2, 3],
  captain_id: 65_535,
  vice_captain_id: 1,
};

describe('packed lineups', () => {
  it('a packed lineup unpacks to the same lineup', () => {
    expect(unpackLineup(packLineup(LINEUP))).toEqual(LINEUP);
  });

  it.each([
    ['a captain on the bench', { captain_id: 20 }],
    ['a vice-captain who is not in the team', { vice_captain_id: 99 }],
    ['sixteen players', { bench: [20, 21, 22, 23, 24] }],
  ])('a lineup with %s is not packed, because it would break every load of the game', (_what, change) => {
    expect(() => packLineup({ ...LINEUP, ...change })).toThrow(RangeError);
  });
});
