import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Row } from '@touchline/standings/standings';
import type { GameStandings } from './game-standings.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { findOpenUntil } from './open-gameweeks.ts';
import { buildVisibleTeam, NOTHING_VISIBLE } from './visible-team.ts';

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

/**
 * Finds the row of a wallet, even if it joined after these standings were computed. It then has no points and shares the rank of
 * all entries without points.
 * @param viewer `public` sees entry points once all players of the team have been locked; `owner` always
 * @returns null when the wallet is not in the game, or not ranked
 */
export async function findOwnRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
  viewer: 'public' | 'owner',
): Promise<StandingsRow | null> {
  const isOwner = viewer === 'owner';
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toStandingsRow(row, isOwner || isRosterOpen(standings, row));
  const entry = await findNewEntry(standings.game.id, wallet);
  if (!entry) return null;
  const unscored = { points: 0, earned: 0, coefficient: COEFFICIENT_ONE, gameweek_points: 0 };
  const rank = { rank: standings.summary.rank_without_points, previous_rank: null };
  return toStandingsRow({ ...entry, ...rank, ...unscored, wallet }, isOwner);
}

/** Finds the caller's own row with their team, of which nothing is hidden. */
export async function findOwnTeamRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
): Promise<LeaderboardRow | null> {
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toLeaderboardRow(standings, row, 'owner');
  const own = await findOwnRow(findNewEntry, standings, wallet, 'owner');
  return own && { ...own, ...NOTHING_VISIBLE };
}
