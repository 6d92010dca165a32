import { randomUUID } from 'node:crypto';
import { wallet } from '@touchline/service-kit/testing/tokens';

/** Objects in replies of the fake owners: one of each kind, with the same id. */
export const ID = randomUUID();
export const AT = '2026-09-01T12:00:00.000Z';

export const participation = {
  id: ID,
  wallet_address: wallet(7),
  team_name: 'Ours',
  game_name: 'Season',
  game_type: 'SEASON' as const,
  formation: '3-4-3',
  captain_id: 1,
  vice_captain_id: 2,
  entry_points: 10,
  current_points: 42,
  coefficient_applied: 1.25,
  earned_points: -3,
  players_snapshot: [],
};
export const details = {
  ...participation,
  version: 'v.7',
  game_id: randomUUID(),
  joined_at: AT,
  rank: 3,
  suspended: false,
  excluded: null,
  cleared_points: 0,
  adjustments: [],
};
export const stake = {
  id: ID,
  wallet_address: wallet(7),
  amount: '1500.5',
  lock_start_date: AT,
  lock_end_date: AT,
  is_active: true,
};
export const stakeDetails = {
  ...stake,
  version: '1',
  state: 'ACTIVE' as const,
  season_id: '2026',
  transaction_hash: `0x${'a'.repeat(64)}`,
  transferred: '1500.5',
  unlocked_at: null,
};
export const game = {
  id: ID,
  name: 'Season',
  game_type: 'SEASON' as const,
  status: 'ACTIVE' as const,
  entry_fee: '500',
  start_time: AT,
  end_time: AT,
  participation_count: 3,
};
export const gameDetails = {
  ...game,
  version: '3',
  settlement: 'PENDING' as const,
  created_at: AT,
  first_gameweek: 1,
  last_gameweek: 38,
  max_participants: null,
  cancelled_by: null,
  paid_entries: 2,
  paid_total: '1000',
};
