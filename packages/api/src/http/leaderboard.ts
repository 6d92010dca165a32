import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { flag, idParam, instant, limit, page, searchText, sortOrder, uuid } from '../values.ts';
import { game } from './games.ts';
import { wei } from './prize-plans.ts';

/** An entry in the standings. */
export const standingsRow = z.object({
  rank: z.number(),
  /** Rank after the gameweek preceding the one in `summary`; null for entries that joined later. */
  previous_rank: z.nullable(z.number()),
  participation_id: uuid,
  user_id: z.string(),
  wallet_address: z.string(),
  team_name: z.string(),
  earned_points: z.number(),
  current_points: z.number(),
  /** Season points of the eleven on joining. 0 in rows of other users until all players of the team have been locked once. */
  entry_points: z.number(),
  coefficient_applied: z.number(),
  gameweek_points: z.number(),
});
export type StandingsRow = z.infer<typeof standingsRow>;

/** A row with the public information about its team; the user's own row is complete. */
export const leaderboardRow = z.extend(standingsRow, {
  /**
   * The player with the armband in the gameweek of `summary`: the captain, or the vice-captain once the captain has missed it
   * (game rule 3.4). Null while the armband can still change, and before the first kick-off.
   */
  captain: z.nullable(z.object({ web_name: z.string(), vice_captain: z.boolean() })),
  /** Number of starters who have played in that gameweek, in matches that count; null before it starts. */
  played: z.nullable(z.number()),
});
export type LeaderboardRow = z.infer<typeof leaderboardRow>;

export const leaderboard = endpoint({
  method: 'GET',
  path: '/games/:id/leaderboard',
  auth: 'optional',
  limit: 'leaderboard',
  summary: "Leaderboard of a game, with the user's own row on every page",
  params: idParam,
  query: z.strictObject({
    limit: limit(50),
    page,
    search: z.optional(searchText),
    staked_only: z._default(flag, false),
    sort_by: z._default(
      z.enum(['total_points', 'gameweek_points', 'coefficient', 'team_value']),
      'total_points',
    ),
    sort_order: z._default(sortOrder, 'desc'),
  }),
  data: z.object({
    leaderboard: z.array(leaderboardRow),
    total: z.number(),
    summary: z.object({
      total_players: z.number(),
      top_score: z.number(),
      average_score: z.number(),
      gameweek: z.nullable(z.number()),
    }),
    me: z.nullable(leaderboardRow),
    /** Number of players with at least `from` and less than `to` points; ascending, without gaps. */
    distribution: z.array(z.object({ from: z.number(), to: z.number(), players: z.number() })),
    updated_at: instant,
  }),
});
export type Leaderboard = z.infer<typeof leaderboard.data>;

/** Data of a team's share image. All of it is public before kick-off, too. */
export const teamCard = endpoint({
  method: 'GET',
  path: '/games/participations/:id/card',
  auth: 'none',
  limit: 'leaderboard',
  summary: 'Public summary of a team: its game and its leaderboard row',
  params: idParam,
  data: z.object({
    game,
    row: standingsRow,
    total_players: z.number(),
    /** True once any entry has points, so that ranks are meaningful. */
    ranked: z.boolean(),
    /** Wei of the game's prize token; null before the settlement, and for a team without a prize. */
    prize: z.nullable(wei),
  }),
});
export type TeamCard = z.infer<typeof teamCard.data>;
