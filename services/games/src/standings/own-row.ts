import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { GameStandings } from './game-standings.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { isRosterOpen, toLeaderboardRow, toStandingsRow } from './rows.ts';
import { NOTHING_VISIBLE } from './visible-team.ts';

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
