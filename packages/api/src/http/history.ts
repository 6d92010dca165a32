import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, uuid, walletAddress } from '../values.ts';
import { gameStatus, gameType } from './games.ts';

/** A team of a manager in one game, with the public facts of the leaderboard. */
export const historyTeam = z.object({
  game: z.object({
    id: uuid,
    name: z.string(),
    game_type: gameType,
    season_id: z.string(),
    status: gameStatus,
    start_time: instant,
    end_time: instant,
  }),
  participation_id: uuid,
  team_name: z.string(),
  rank: z.number(),
  /** Number of ranked teams of the game. */
  teams: z.number(),
  earned_points: z.number(),
  /** Settled gameweeks and the current one, ascending. `rank` is that after the gameweek; null if unknown. */
  gameweeks: z.array(
    z.object({
      gameweek: z.number(),
      /** After armband and substitutions, without coefficient. */
      points: z.number(),
      earned: z.number(),
      rank: z.nullable(z.number()),
      /** Average points of all teams of the game. */
      average_points: z.number(),
      settled: z.boolean(),
    }),
  ),
});
export type HistoryTeam = z.infer<typeof historyTeam>;

export const managerHistory = endpoint({
  method: 'GET',
  path: '/games/managers/:wallet/history',
  auth: 'none',
  limit: 'leaderboard',
  summary: 'Ranked teams of a manager in all games with their points by gameweek, latest game first',
  params: z.strictObject({ wallet: walletAddress }),
  data: z.object({ teams: z.array(historyTeam) }),
});
