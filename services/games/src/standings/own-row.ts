import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import type { Database } from '@touchline/service-kit/data/database';
import { buildRow, findRankedIndex } from './leaderboard.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { findRankWithoutPoints } from './new-entries.ts';
import type { Standings } from './standings.ts';
import { NOTHING_VISIBLE, readVisibleTeams } from './visible-team.ts';

/**
 * Finds the caller's own row, even if they joined after these standings were computed. They then have no points and share the
 * rank of all entries without points.
 * @returns null when the caller is not in the game, or not ranked
 */
export async function findOwnRow(
  findNewEntry: FindNewEntry,
  standings: Standings,
  wallet: string,
): Promise<StandingsRow | null> {
  const index = findRankedIndex(standings, wallet);
  if (index !== undefined) return standings.unranked.has(index) ? null : buildRow(standings, index);
  const entry = await findNewEntry(standings.game.id, wallet);
  if (!entry) return null;
  return {
    rank: findRankWithoutPoints(standings),
    previous_rank: null,
    participation_id: entry.id,
    user_id: wallet,
    wallet_address: wallet,
    team_name: entry.team_name,
    earned_points: 0,
    current_points: entry.entry_points,
    entry_points: entry.entry_points,
    coefficient_applied: 1,
    gameweek_points: 0,
  };
}

/** Finds the caller's own row with their team, of which nothing is hidden. */
export async function findOwnTeamRow(
  { db, findNewEntry }: { db: Database; findNewEntry: FindNewEntry },
  standings: Standings,
  wallet: string,
): Promise<LeaderboardRow | null> {
  const row = await findOwnRow(findNewEntry, standings, wallet);
  if (!row) return null;
  const index = findRankedIndex(standings, wallet);
  const [team] = index === undefined ? [] : await readVisibleTeams(db, standings, [index], 'owner');
  return { ...row, ...(team ?? NOTHING_VISIBLE) };
}
