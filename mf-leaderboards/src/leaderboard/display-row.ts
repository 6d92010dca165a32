import type { Leaderboard, LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { Moves } from './rank-movement.ts';

/** DATA-12: fixed by the specification, for every team. */
const TEAM_VALUE = 100;

/** A row of the standings as shown (DATA-12). */
export interface Standing {
  rank: number;
  participation_id: string;
  team_name: string;
  wallet_address: string;
  total_points: number;
  gameweek_points: number;
  coefficient: number;
  team_value: number;
  /** Null while he is hidden. */
  captain: LeaderboardRow['captain'];
  /** Starters who have played; null before the gameweek begins. */
  played: number | null;
  is_current_user: boolean;
  movement: Movement | null;
}

/** Places gained (negative: lost) since the standings shown before, or since the previous gameweek. */
export interface Movement {
  places: number;
  since: 'update' | 'gameweek';
}

/** Derives the shown row from the server's. `wallet` is the signed-in wallet in lower case. */
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
    captain: row.captain,
    played: row.played,
    is_current_user: wallet !== null && row.wallet_address.toLowerCase() === wallet,
  };
}

/** The rows of a page, and the user's own. The page is the same for everybody: what others may not see yet is in the own row only. */
export function standingsOf(
  page: (Pick<Leaderboard, 'leaderboard' | 'me'> & { moves: Moves }) | undefined,
  wallet: string | null,
): { rows: Standing[]; me: Standing | null } {
  if (!page) return { rows: [], me: null };
  const me = page.me ? standing(page.me, wallet, page.moves) : null;
  const rows = page.leaderboard.map((row) =>
    me?.participation_id === row.participation_id ? me : standing(row, wallet, page.moves),
  );
  return { rows, me };
}

/** Whether a team has won or lost a point: before anybody has, all are first. */
export const hasPoints = ({ total_points, gameweek_points }: Standing) =>
  total_points !== 0 || gameweek_points !== 0;

/** A move seen on this page takes precedence over the one since the previous gameweek. */
function movementOf(
  { participation_id, rank, previous_rank }: LeaderboardRow,
  moves: Moves,
): Movement | null {
  const places = moves[participation_id];
  if (places) return { places, since: 'update' };
  if (previous_rank === null || previous_rank === rank) return null;
  return { places: previous_rank - rank, since: 'gameweek' };
}
