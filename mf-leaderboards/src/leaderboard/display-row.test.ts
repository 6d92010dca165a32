import { describe, expect, it } from 'vitest';
import { buildRow, fakeWallet } from '../testing/build.ts';
import { toDisplayRow } from './display-row.ts';

describe('toDisplayRow', () => {
  it('DATA-12 a row of the API is converted', () => {
    const row = buildRow(4, {
      earned_points: 43.05,
      current_points: 553,
      entry_points: 512,
      gameweek_points: 12,
      coefficient_applied: 1.05,
    });
    expect(toDisplayRow(row, fakeWallet(4))).toEqual({
      ...row,
      total_points: 43.05,
      // The points of the current gameweek, not the 41 since joining.
      gameweek_points: 12,
      coefficient: 1.05,
      team_value: 100,
      is_current_user: true,
      movement: null,
    });
  });

  it('a move since the previous update takes precedence over one since the previous gameweek', () => {
    const row = buildRow(4, { previous_rank: 9 });
    const moves = { [row.participation_id]: -2 };
    expect(toDisplayRow(row, null, moves).movement).toEqual({ places: -2, since: 'update' });
    expect(toDisplayRow(row, null, {}).movement).toEqual({ places: 5, since: 'gameweek' });
    expect(toDisplayRow(buildRow(4, { previous_rank: 4 }), null).movement).toBeNull();
    expect(toDisplayRow(buildRow(4, { previous_rank: null }), null).movement).toBeNull();
  });

  it("DATA-12 the user's own row is recognised by wallet, ignoring case", () => {
    const row = buildRow(1, { wallet_address: '0xABCDEF0000000000000000000000000000000001' });
    expect(toDisplayRow(row, '0xabcdef0000000000000000000000000000000001').is_current_user).toBe(true);
    expect(toDisplayRow(row, fakeWallet(2)).is_current_user).toBe(false);
    expect(toDisplayRow(row, null).is_current_user).toBe(false);
  });
});
