import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { walletBytes } from '../games/wallet-bytes.ts';
import { indexOf, rowAt } from './leaderboard.ts';
import { rankWithoutPoints } from './newcomers.ts';
import { NOTHING_SHOWN, shownTeams } from './shown-team.ts';
import type { Standings } from './standings.ts';

interface NewcomerRow {
  id: string;
  team_name: string;
  entry_points: number;
}

/**
 * The caller's own row: at once, also when he joined after these standings were computed. He has no points then, and the
 * rank that everybody without points has.
 * @returns null when he is not in the game, or not ranked
 */
export async function ownRow(
  db: Database,
  standings: Standings,
  wallet: string,
): Promise<StandingsRow | null> {
  const index = indexOf(standings, wallet);
  if (index !== undefined) return standings.unranked.has(index) ? null : rowAt(standings, index);
  const entry = await queryOne<NewcomerRow>(
    db,
    `select id, team_name, entry_points from entries
     where game_id = ? and wallet = ? and suspended_at is null and excluded_at is null`,
    [standings.game.id, walletBytes(wallet)],
  );
  if (!entry) return null;
  return {
    rank: rankWithoutPoints(standings),
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

/** The same with what the caller's team shows to him: nothing of it is hidden. */
export async function ownTeamRow(
  db: Database,
  standings: Standings,
  wallet: string,
): Promise<LeaderboardRow | null> {
  const row = await ownRow(db, standings, wallet);
  if (!row) return null;
  const index = indexOf(standings, wallet);
  const [team] = index === undefined ? [] : await shownTeams(db, standings, [index], 'owner');
  return { ...row, ...(team ?? NOTHING_SHOWN) };
}
