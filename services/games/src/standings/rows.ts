import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Row } from '@touchline/standings/standings';
import type { GameStandings } from './game-standings.ts';
import { findOpenUntil } from './open-gameweeks.ts';
import { buildVisibleTeam } from './visible-team.ts';

/** Fields of a row that are public from the start. */
export type PublicRow = Omit<Row, 'section' | 'ordinal' | 'joined_at' | 'lineup'>;

/**
 * Converts a ranked entry to API form.
 * @param showsEntryPoints false while players of the team are sealed: entry points are a sum over them (game rules 10.10)
 */
export const toStandingsRow = (row: PublicRow, showsEntryPoints: boolean): StandingsRow => ({
  rank: row.rank!,
  previous_rank: row.previous_rank,
  participation_id: row.id,
  user_id: row.wallet,
  wallet_address: row.wallet,
  team_name: row.team_name,
  earned_points: earnedPoints(row.earned),
  current_points: (showsEntryPoints ? row.entry_points : 0) + row.points,
  entry_points: showsEntryPoints ? row.entry_points : 0,
  coefficient_applied: row.coefficient / COEFFICIENT_ONE,
  gameweek_points: row.gameweek_points,
});

/** Converts a ranked entry to API form, with the part of its team that this viewer may see. */
export const toLeaderboardRow = (
  standings: GameStandings,
  row: Row,
  viewer: 'public' | 'owner',
): LeaderboardRow => ({
  ...toStandingsRow(row, viewer === 'owner' || isRosterOpen(standings, row)),
  ...buildVisibleTeam(standings, row, viewer),
});

/** Returns true once every player of an entry has been locked in a gameweek. */
export const isRosterOpen = (standings: GameStandings, { joined_at }: Pick<Row, 'joined_at'>): boolean =>
  joined_at < findOpenUntil(standings);
