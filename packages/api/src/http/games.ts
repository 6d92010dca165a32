import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { displayName, idParam, instant, limit, page, sortOrder, tokenAmount, uuid } from '../values.ts';
import { gameweek } from './fpl.ts';
import { prizeSummary } from './prize-plans.ts';

export const gameType = z.enum(['SEASON', 'WEEKLY', 'TOURNAMENT']);
export type GameType = z.infer<typeof gameType>;
export const gameStatus = z.enum(['UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED']);
export type GameStatus = z.infer<typeof gameStatus>;
/** PENDING until the game is over, PROVISIONAL until the feed has checked all its gameweeks, then FINAL. */
export const settlement = z.enum(['PENDING', 'PROVISIONAL', 'FINAL']);

export const game = z.object({
  id: uuid,
  name: z.string(),
  game_type: gameType,
  status: gameStatus,
  settlement,
  description: z.string(),
  /** Whole FOOTBALL tokens; "0" is free. */
  entry_fee: z.string(),
  season_id: z.string(),
  start_time: instant,
  end_time: instant,
  join_opens_at: instant,
  join_deadline: instant,
  first_gameweek: z.number(),
  last_gameweek: z.number(),
  current_participants: z.number(),
  max_participants: z.nullable(z.number()),
  prizes: prizeSummary,
});
export type Game = z.infer<typeof game>;

export const listGames = endpoint({
  method: 'GET',
  path: '/games',
  auth: 'none',
  summary: 'Games, with filters, sorting and paging',
  query: z.strictObject({
    game_type: z.optional(gameType),
    status: z.optional(gameStatus),
    season_id: z.optional(z.string().check(z.regex(/^[\w-]{1,16}$/, 'must be a season id'))),
    limit: limit(20),
    page,
    sort_by: z._default(z.enum(['start_time', 'end_time', 'created_at', 'name']), 'start_time'),
    sort_order: z._default(sortOrder, 'desc'),
  }),
  data: z.object({ games: z.array(game), total: z.number() }),
});

export const getGame = endpoint({
  method: 'GET',
  path: '/games/:id',
  auth: 'none',
  summary: 'One game',
  params: idParam,
  data: z.object({ game }),
});

export const entryFees = endpoint({
  method: 'GET',
  path: '/games/entry-fees',
  auth: 'none',
  summary: 'Entry fee by game type, and the wallet that receives it',
  data: z.object({
    SEASON: z.string(),
    WEEKLY: z.string(),
    TOURNAMENT: z.string(),
    token: z.string(),
    decimals: z.number(),
    recipient: z.string(),
  }),
});

/** Reason why a game cannot be joined now. PAYMENT_PENDING: a payment of the user is being confirmed. */
export const joinReason = z.enum([
  'NOT_OPEN',
  'CLOSED',
  'FULL',
  'ALREADY_JOINED',
  'CANCELLED',
  'PAYMENT_PENDING',
]);
export type JoinReason = z.infer<typeof joinReason>;

export const canJoin = endpoint({
  method: 'GET',
  path: '/games/:id/can-join',
  auth: 'player',
  summary: 'Check whether the user can join a game now, with the reason if not',
  params: idParam,
  data: z.object({ canJoin: z.boolean(), reason: z.string(), code: z.nullable(joinReason) }),
});

export const currentGameweekOfGames = endpoint({
  method: 'GET',
  path: '/games/gameweeks/current',
  auth: 'none',
  summary: 'The current gameweek of the games',
  data: z.object({ gameweek }),
});

export const createTournament = endpoint({
  method: 'POST',
  path: '/games',
  auth: 'admin',
  limit: 'tournament',
  errorCodes: ['PAUSED'],
  summary:
    'Create a tournament. `end_time` is the join deadline; the end of the game follows from its fixtures',
  body: z.strictObject({
    game_type: z.literal('TOURNAMENT'),
    name: displayName,
    entry_fee: tokenAmount,
    start_time: instant,
    end_time: instant,
  }),
  data: z.object({ game }),
  status: 201,
});
