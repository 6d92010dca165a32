import { describe, expect, it } from 'vitest';
import { buildRow, walletOf } from '../testing/build.ts';
import { standing } from './display-row.ts';

describe('standing', () => {
  it('DATA-12 derives the shown row', () => {
    const row = buildRow(4, {
      earned_points: 43.05,
      current_points: 553,
      entry_points: 512,
      gameweek_points: 12,
      coefficient_applied: 1.05,
    });
    expect(standing(row, walletOf(4))).toEqual({
      rank: 4,
      participation_id: row.participation_id,
      team_name: 'Team 4',
      wallet_address: walletOf(4),
      total_points: 43.05,
      // The server's: what the running gameweek brought, not the 41 since joining.
      gameweek_points: 12,
      coefficient: 1.05,
      team_value: 100,
      captain: null,
      played: 0,
      is_current_user: true,
      movement: null,
    });
  });

  it('prefers the latest move to the one since the previous gameweek', () => {
    const row = buildRow(4, { previous_rank: 9 });
    const moves = { [row.participation_id]: -2 };
    expect(standing(row, null, moves).movement).toEqual({ places: -2, since: 'update' });
    expect(standing(row, null, {}).movement).toEqual({ places: 5, since: 'gameweek' });
    expect(standing(buildRow(4, { previous_rank: 4 }), null).movement).toBeNull();
    expect(standing(buildRow(4, { previous_rank: null }), null).movement).toBeNull();
  });

  it('DATA-12 recognises the own row by wallet, ignoring case', () => {
    const row = buildRow(1, { wallet_address: '0xABCDEF0000000000000000000000000000000001' });
    expect(standing(row, '0xabcdef0000000000000000000000000000000001').is_current_user).toBe(true);
    expect(standing(row, walletOf(2)).is_current_user).toBe(false);
    expect(standing(row, null).is_current_user).toBe(false);
  });
});
