import { z } from 'zod/mini';
import { editQuery, listQuery, reason, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { displayName, instant, tokenAmount, uuid } from '../values.ts';
import { gameStatus, gameType, settlement } from './games.ts';

/** A row of the table of games. */
export const adminGame = z.object({
  id: uuid,
  name: z.string(),
  game_type: gameType,
  status: gameStatus,
  /** Whole FOOTBALL, decimal string. */
  entry_fee: z.string(),
  start_time: instant,
  end_time: instant,
  participation_count: z.number(),
});
export type AdminGame = z.infer<typeof adminGame>;

/** What the table can be sorted by: its columns, and `created_at`, its order at first. */
export const GAME_COLUMNS = [
  'name',
  'game_type',
  'status',
  'entry_fee',
  'start_time',
  'end_time',
  'participation_count',
  'created_at',
] as const;

/** A game as its dialog shows it, with the version that a change must name. */
export const adminGameDetails = z.extend(adminGame, {
  version,
  settlement,
  created_at: instant,
  first_gameweek: z.number(),
  last_gameweek: z.number(),
  max_participants: z.nullable(z.number()),
  /** The administrator who cancelled it for good; null also for a game without fixtures. */
  cancelled_by: z.nullable(z.string()),
  /** Verified payments of its entries, and their sum in whole FOOTBALL: what cancelling would make due. */
  paid_entries: z.number(),
  paid_total: z.string(),
});
export type AdminGameDetails = z.infer<typeof adminGameDetails>;

/** The fields that can be changed, any of them; what is not sent stays. */
export const gameChange = z.strictObject({
  name: z.optional(displayName),
  game_type: z.optional(gameType),
  status: z.optional(gameStatus),
  entry_fee: z.optional(tokenAmount),
  start_time: z.optional(instant),
  end_time: z.optional(instant),
});

const idParam = z.strictObject({ id: uuid });

export const listAdminGames = endpoint({
  method: 'GET',
  path: '/admin/games',
  auth: 'admin',
  summary: 'All games, searched, sorted and paged',
  query: listQuery(GAME_COLUMNS, 'created_at'),
  data: z.object({ games: z.array(adminGame), total: z.number() }),
});

export const getAdminGame = endpoint({
  method: 'GET',
  path: '/admin/games/:id',
  auth: 'admin',
  summary: 'One game with its version (also as ETag)',
  params: idParam,
  data: z.object({ game: adminGameDetails }),
});

export const updateAdminGame = endpoint({
  method: 'PUT',
  path: '/admin/games/:id',
  auth: 'admin',
  summary: 'Change some fields of a game. A status that would lose money or results is CHANGE_REFUSED',
  params: idParam,
  query: editQuery,
  body: gameChange,
  versioned: true,
  data: z.object({ game: adminGameDetails }),
  refuses: ['CHANGE_REFUSED'],
});

export const cancelAdminGame = endpoint({
  method: 'POST',
  path: '/admin/games/:id/cancel',
  auth: 'admin',
  summary: 'Cancel a game for good: every verified payment becomes a refund due, once',
  params: idParam,
  body: z.strictObject({ reason }),
  versioned: true,
  data: z.object({
    game: adminGameDetails,
    /** Refunds that are due now, and their sum in whole FOOTBALL. */
    refunds: z.number(),
    refund_total: z.string(),
  }),
  refuses: ['CHANGE_REFUSED'],
});
