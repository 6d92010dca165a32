import { type MemberScore, pairRound, scoreMatch } from './league-fixtures.ts';

/** A drawn head-to-head league. */
export interface LeaguePlan {
  /** Number of members. */
  members: number;
  first_gameweek: number;
  last_gameweek: number;
  /** Gameweeks at the end that are a knock-out (`countKnockOutRounds`). */
  knock_out_rounds: number;
}

/** Final scores by gameweek, each by place in the draw. */
export type FinalScores = ReadonlyMap<number, readonly MemberScore[]>;

/** A member in the table of a head-to-head league. */
export interface HeadToHeadRow {
  /** Place in the draw, from 0. */
  member: number;
  /** Shared by members that are equal in everything. */
  rank: number;
  /** Three for a win, one for a draw. */
  league_points: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** Thousandths. */
  points_for: number;
  goal_difference: number;
}

/** Returns the last gameweek with a match for every member. */
export const lastLeagueGameweek = ({ last_gameweek, knock_out_rounds }: LeaguePlan): number =>
  last_gameweek - knock_out_rounds;

/**
 * Computes the table (game rules 9.14 and 9.15). Members with a shared rank are in the order of the draw. Matches of the knock-out do
 * not count.
 */
export function computeLeagueTable(plan: LeaguePlan, scores: FinalScores): HeadToHeadRow[] {
  const rows = Array.from({ length: plan.members }, (_, member) => createRow(member));
  for (let gameweek = plan.first_gameweek; gameweek <= lastLeagueGameweek(plan); gameweek += 1) {
    const final = scores.get(gameweek);
    if (!final) continue;
    for (const pairing of pairRound(plan.members, gameweek - plan.first_gameweek)) {
      const { home, away } = scoreMatch(pairing, final);
      addResult(rows[pairing.home]!, final[pairing.home]!, home - away);
      if (pairing.away !== null) addResult(rows[pairing.away]!, final[pairing.away]!, away - home);
    }
  }
  rows.sort(compareRows);
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    row.rank = above && compareRows(above, row) === 0 ? above.rank : index + 1;
  }
  return rows;
}

const createRow = (member: number): HeadToHeadRow => ({
  member,
  rank: 0,
  league_points: 0,
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  points_for: 0,
  goal_difference: 0,
});

function addResult(row: HeadToHeadRow, { points, goals }: MemberScore, difference: number): void {
  row.played += 1;
  if (difference > 0) row.won += 1;
  else if (difference === 0) row.drawn += 1;
  else row.lost += 1;
  row.league_points += difference > 0 ? 3 : difference === 0 ? 1 : 0;
  row.points_for += points;
  row.goal_difference += goals;
}

const compareRows = (a: HeadToHeadRow, b: HeadToHeadRow): number =>
  b.league_points - a.league_points ||
  b.points_for - a.points_for ||
  b.won - a.won ||
  b.goal_difference - a.goal_difference;
