import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { LeagueRow } from '@touchline/api/http/league-tables';
import type { Moves } from './rank-movement.ts';

/** Same for every team, as the specification requires (DATA-12). */
const TEAM_VALUE = 100;

/** Places gained (negative: lost) since the previous update, or since the previous gameweek. */
export interface Movement {
  places: number;
  since: 'update' | 'gameweek';
}

/** Row of a leaderboard, or of a league, in which the coefficient is null. */
type RankedRow = Omit<
  LeaderboardRow,
  'user_id' | 'current_points' | 'entry_points' | 'coefficient_applied'
> & {
  coefficient_applied: number | null;
  /** Results in a head-to-head league; null or undefined in every other table. */
  head_to_head?: LeagueRow['head_to_head'];
};

/** Row of a leaderboard as displayed. */
export type DisplayRow = ReturnType<typeof toDisplayRow>;

/** Converts a row of the API (DATA-12). `wallet` is the signed-in wallet in lower case. */
export const toDisplayRow = (row: RankedRow, wallet: string | null, moves: Moves = {}) => ({
  ...row,
  movement: findMovement(row, moves),
  total_points: row.earned_points,
  coefficient: row.coefficient_applied,
  team_value: TEAM_VALUE,
  is_current_user: wallet !== null && row.wallet_address.toLowerCase() === wallet,
});

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
