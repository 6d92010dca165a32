import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { Moves } from './seen-ranks.ts';

/** DATA-12: shown for every team, the specification fixes it. */
const TEAM_VALUE = 100;
/** RANK-07: above this the coefficient badge is emphasised. */
const STRONG_COEFFICIENT = 1.2;

/** A row as the table shows it (DATA-12). */
export interface Standing {
  rank: number;
  participation_id: string;
  team_name: string;
  wallet_address: string;
  total_points: number;
  gameweek_points: number;
  coefficient: number;
  team_value: number;
  is_current_user: boolean;
  movement: Movement | null;
}

/** Places risen (negative: fallen), and since when: the standings that this page showed before, or the gameweek before. */
export interface Movement {
  places: number;
  since: 'update' | 'gameweek';
}

/** A row of the server with what is derived from it; `wallet` is the signed-in one, lower case. */
export function standing(row: LeaderboardRow, wallet: string | null, moves: Moves = {}): Standing {
  return {
    rank: row.rank,
    movement: movementOf(row, moves),
    participation_id: row.participation_id,
    team_name: row.team_name,
    wallet_address: row.wallet_address,
    total_points: row.earned_points,
    gameweek_points: row.gameweek_points,
    coefficient: row.coefficient_applied,
    team_value: TEAM_VALUE,
    is_current_user: wallet !== null && row.wallet_address.toLowerCase() === wallet,
  };
}

/** What happened just now is said first; else how far one has come since the gameweek before. */
function movementOf(
  { participation_id, rank, previous_rank }: LeaderboardRow,
  moves: Moves,
): Movement | null {
  const places = moves[participation_id];
  if (places) return { places, since: 'update' };
  if (previous_rank === null || previous_rank === rank) return null;
  return { places: previous_rank - rank, since: 'gameweek' };
}

export const isStrong = (coefficient: number) => coefficient > STRONG_COEFFICIENT;
