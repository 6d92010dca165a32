import { z } from 'zod/mini';
import { editQuery, listQuery, reason, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { displayName, idParam, instant, tokenAmount, uuid } from '../values.ts';
import { gameStatus, gameType, settlement } from './games.ts';

/** A row of the games table. */
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

/** Sortable columns: the columns of the table, and `created_at`, the default order. */
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

/** A game with all details, and with the version that a change must include. */
export const adminGameDetails = z.extend(adminGame, {
  version,
  settlement,
  created_at: instant,
  first_gameweek: z.number(),
  last_gameweek: z.number(),
  max_participants: z.nullable(z.number()),
  /** The administrator who cancelled the game. Null also for a game that was cancelled because it has no fixtures. */
  cancelled_by: z.nullable(z.string()),
  /** Verified payments of its entries, and their sum in whole FOOTBALL: the refunds due if it is cancelled. */
  paid_entries: z.number(),
  paid_total: z.string(),
});
export type AdminGameDetails = z.infer<typeof adminGameDetails>;

/** The editable fields. Omitted fields remain unchanged. */
export const gameChange = z.strictObject({
  name: z.optional(displayName),
  game_type: z.optional(gameType),
  status: z.optional(gameStatus),
  entry_fee: z.optional(tokenAmount),
  start_time: z.optional(instant),
  end_time: z.optional(instant),
});

export const listAdminGames = endpoint({
  method: 'GET',
  path: '/admin/games',
  auth: 'admin',
  owner: 'games',
  summary: 'All games, with search, sorting and paging',
  query: listQuery(GAME_COLUMNS, 'created_at'),
  data: z.object({ games: z.array(adminGame), total: z.number() }),
});

export const getAdminGame = endpoint({
  method: 'GET',
  path: '/admin/games/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'One game with its version (also sent as ETag)',
  params: idParam,
  data: z.object({ game: adminGameDetails }),
});

export const updateAdminGame = endpoint({
  method: 'PUT',
  path: '/admin/games/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'Change fields of a game. CHANGE_REFUSED if the new status would lose money or results',
  params: idParam,
  query: editQuery,
  body: gameChange,
  versioned: true,
  data: z.object({ game: adminGameDetails }),
  errorCodes: ['CHANGE_REFUSED'],
});

export const cancelAdminGame = endpoint({
  method: 'POST',
  path: '/admin/games/:id/cancel',
  auth: 'admin',
  owner: 'games',
  summary: 'Cancel a game permanently. Each verified payment becomes one refund due',
  params: idParam,
  body: z.strictObject({ reason }),
  versioned: true,
  data: z.object({
    game: adminGameDetails,
    /** Refunds that are now due, and their sum in whole FOOTBALL. */
    refunds: z.number(),
    refund_total: z.string(),
  }),
  errorCodes: ['CHANGE_REFUSED'],
});
