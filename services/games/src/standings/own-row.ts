import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { GameStandings } from './game-standings.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { toLeaderboardRow, toStandingsRow } from './rows.ts';
import { NOTHING_VISIBLE } from './visible-team.ts';

/**
 * Finds the caller's own row, even if they joined after these standings were computed. They then have no points and share the
 * rank of all entries without points.
 * @returns null when the caller is not in the game, or not ranked
 */
export async function findOwnRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
): Promise<StandingsRow | null> {
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toStandingsRow(row);
  const entry = await findNewEntry(standings.game.id, wallet);
  if (!entry) return null;
  return toStandingsRow({
    ...entry,
    wallet,
    rank: standings.summary.rank_without_points,
    previous_rank: null,
    points: 0,
    earned: 0,
    coefficient: COEFFICIENT_ONE,
    gameweek_points: 0,
  });
}

/** Finds the caller's own row with their team, of which nothing is hidden. */
export async function findOwnTeamRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
): Promise<LeaderboardRow | null> {
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toLeaderboardRow(standings, row, 'owner');
  const own = await findOwnRow(findNewEntry, standings, wallet);
  return own && { ...own, ...NOTHING_VISIBLE };
}
