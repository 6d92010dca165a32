import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { LeagueRow } from '@touchline/api/http/league-tables';
import type { Moves } from './rank-movement.ts';

/** Same for every team, as the specification requires (DATA-12). */
const TEAM_VALUE = 100;

/** Row of a leaderboard as displayed (DATA-12). */
export interface DisplayRow {
  rank: number;
  participation_id: string;
  team_name: string;
  wallet_address: string;
  total_points: number;
  gameweek_points: number;
  /** Null where the coefficient does not belong to the table. */
  coefficient: number | null;
  team_value: number;
  /** Null while the captain is hidden. */
  captain: LeaderboardRow['captain'];
  /** Starters who have played; null before the gameweek starts. */
  played: number | null;
  is_current_user: boolean;
  movement: Movement | null;
  /** Results in a head-to-head league; null or undefined in every other table. */
  head_to_head: LeagueRow['head_to_head'] | undefined;
}

/** Places gained (negative: lost) since the previous update, or since the previous gameweek. */
export interface Movement {
  places: number;
  since: 'update' | 'gameweek';
}

type RankedRow = Omit<
  LeaderboardRow,
  'user_id' | 'current_points' | 'entry_points' | 'coefficient_applied'
> & {
  coefficient_applied: number | null;
  head_to_head?: LeagueRow['head_to_head'];
};

/** Converts a row of the API. `wallet` is the signed-in wallet in lower case. */
export function toDisplayRow(row: RankedRow, wallet: string | null, moves: Moves = {}): DisplayRow {
  return {
    rank: row.rank,
    movement: findMovement(row, moves),
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
    head_to_head: row.head_to_head,
  };
}

/** Converts the rows of a page. Players that are still hidden from others are only in `me`, which replaces the user's row. */
export function toDisplayRows(
  page: { leaderboard: readonly RankedRow[]; me: RankedRow | null; moves: Moves } | undefined,
  wallet: string | null,
): { rows: DisplayRow[]; me: DisplayRow | null } {
  if (!page) return { rows: [], me: null };
  const me = page.me ? toDisplayRow(page.me, wallet, page.moves) : null;
  const rows = page.leaderboard.map((row) =>
    me?.participation_id === row.participation_id ? me : toDisplayRow(row, wallet, page.moves),
  );
  return { rows, me };
}

/** True once a team has won or lost a point. Until any team has, all share the first rank. */
export const hasPoints = ({ total_points, gameweek_points }: DisplayRow) =>
  total_points !== 0 || gameweek_points !== 0;

/** Prefers a move since the previous update to the move since the previous gameweek. */
function findMovement({ participation_id, rank, previous_rank }: RankedRow, moves: Moves): Movement | null {
  const places = moves[participation_id];
  if (places) return { places, since: 'update' };
  if (previous_rank === null || previous_rank === rank) return null;
  return { places: previous_rank - rank, since: 'gameweek' };
}
