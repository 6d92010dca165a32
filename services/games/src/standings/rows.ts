import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Row } from '@touchline/standings/standings';
import type { GameStandings } from './game-standings.ts';
import { buildVisibleTeam } from './visible-team.ts';

/** Fields of a row that are public from the start. */
export type PublicRow = Omit<Row, 'section' | 'ordinal' | 'joined_at' | 'lineup'>;

/** Converts a ranked entry to API form. */
export const toStandingsRow = (row: PublicRow): StandingsRow => ({
  rank: row.rank!,
  previous_rank: row.previous_rank,
  participation_id: row.id,
  user_id: row.wallet,
  wallet_address: row.wallet,
  team_name: row.team_name,
  earned_points: earnedPoints(row.earned),
  current_points: row.entry_points + row.points,
  entry_points: row.entry_points,
  coefficient_applied: row.coefficient / COEFFICIENT_ONE,
  gameweek_points: row.gameweek_points,
});

/** Converts a ranked entry to API form, with the part of its team that this viewer may see. */
export const toLeaderboardRow = (
  standings: GameStandings,
  row: Row,
  viewer: 'public' | 'owner',
): LeaderboardRow => ({ ...toStandingsRow(row), ...buildVisibleTeam(standings, row, viewer) });
