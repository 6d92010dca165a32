import { z } from 'zod/mini';
import { editQuery, listQuery, reason, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { displayName, flag, idParam, instant, playerId, uuid, walletAddress } from '../values.ts';
import { rosterPlayer } from './entries.ts';
import { gameType } from './games.ts';
import { formationName } from './lineups.ts';

/** A row of the participations table. */
export const adminParticipation = z.object({
  id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  game_name: z.string(),
  game_type: gameType,
  /** Lineup of the running or last gameweek. Null, and missing in `players_snapshot`, while it is sealed (game rules 10). */
  formation: z.nullable(z.string()),
  captain_id: z.nullable(z.number()),
  vice_captain_id: z.nullable(z.number()),
  entry_points: z.number(),
  current_points: z.number(),
  coefficient_applied: z.number(),
  /** May be negative; up to 3 decimals. */
  earned_points: z.number(),
  players_snapshot: z.array(rosterPlayer),
});
export type AdminParticipation = z.infer<typeof adminParticipation>;

/** The columns of the table, all sortable. */
export const PARTICIPATION_COLUMNS = [
  'id',
  'wallet_address',
  'team_name',
  'game_name',
  'formation',
  'captain_id',
  'vice_captain_id',
  'entry_points',
  'current_points',
  'coefficient_applied',
  'earned_points',
  'players',
] as const;

/** A correction of points. Every recomputation adds its delta. */
export const adjustment = z.object({
  at: instant,
  field: z.enum(['entry_points', 'current_points', 'coefficient_applied', 'earned_points']),
  delta: z.number(),
  before: z.number(),
  after: z.number(),
  admin: z.string(),
  reason: z.string(),
});

/** An exclusion of an entry from the standings by an administrator. */
export const exclusion = z.object({ at: instant, admin: z.string(), reason: z.string() });

/** A participation with all details, and with the version that a change must include. */
export const adminParticipationDetails = z.extend(adminParticipation, {
  version,
  /** Number of players who are sealed until their kick-off. */
  sealed_players: z._default(z.number(), 0),
  game_id: uuid,
  joined_at: instant,
  rank: z.nullable(z.number()),
  suspended: z.boolean(),
  excluded: z.nullable(exclusion),
  /** Earned points that are cleared and can be restored; 0 if none. */
  cleared_points: z._default(z.number(), 0),
  /** Newest first, up to 50. */
  adjustments: z.array(adjustment),
});
export type AdminParticipationDetails = z.infer<typeof adminParticipationDetails>;

/** Rounds before the check because of binary fractions: 1.255 * 1000 is 1254.9999999999998. */
const hasMaxThreeDecimals = (value: number) => Number.isInteger(Number((value * 1000).toFixed(6)));

/** The editable fields. Omitted fields remain unchanged. Points are absolute values: the owner stores the delta. */
export const participationChange = z.strictObject({
  team_name: z.optional(displayName),
  formation: z.optional(formationName),
  captain_id: z.optional(playerId),
  vice_captain_id: z.optional(playerId),
  entry_points: z.optional(z.int().check(z.gte(-1_000), z.lte(10_000))),
  current_points: z.optional(z.int().check(z.gte(-10_000), z.lte(100_000))),
  coefficient_applied: z.optional(
    z.number().check(z.gte(1), z.lte(2), z.refine(hasMaxThreeDecimals, 'must have at most 3 decimals')),
  ),
});

const withReason = z.strictObject({ reason });
const details = z.object({ participation: adminParticipationDetails });

export const listAdminParticipations = endpoint({
  method: 'GET',
  path: '/admin/game-participations',
  auth: 'admin',
  owner: 'games',
  limit: 'adminList',
  summary: 'All participations, with search, sorting and paging. `realtime` also reports changed points',
  query: z.extend(listQuery(PARTICIPATION_COLUMNS, 'current_points'), { realtime: z.optional(flag) }),
  data: z.object({
    participations: z.array(adminParticipation),
    total: z.number(),
    /** True if points changed since the previous list of the replying replica. The next two fields are then present. */
    pointsUpdated: z.optional(z.boolean()),
    /** Number of participations with changed points. Replicas count separately. */
    updatedCount: z.optional(z.number()),
    /** Duration in milliseconds. */
    processingTime: z.optional(z.number()),
  }),
});

export const getAdminParticipation = endpoint({
  method: 'GET',
  path: '/admin/game-participations/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'One participation with its version (also sent as ETag)',
  params: idParam,
  data: details,
});

export const updateAdminParticipation = endpoint({
  method: 'PUT',
  path: '/admin/game-participations/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'Change fields of a participation. Changed points are stored as adjustments',
  params: idParam,
  query: editQuery,
  body: participationChange,
  versioned: true,
  data: details,
  errorCodes: ['LINEUP_INVALID', 'CHANGE_REFUSED'],
});

export const revealLineup = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/reveal',
  auth: 'admin',
  owner: 'games',
  summary: 'Show the sealed lineup of a participation. The reason is recorded in the audit log',
  params: idParam,
  body: withReason,
  data: details,
});

export const clearPoints = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/clear-points',
  auth: 'admin',
  owner: 'games',
  summary: 'Set the earned points of a participation to 0 by an adjustment. The request has no body',
  params: idParam,
  query: editQuery,
  versioned: true,
  data: details,
});

export const restorePoints = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/restore-points',
  auth: 'admin',
  owner: 'games',
  summary: 'Undo all clearings of the points of a participation by an adjustment',
  params: idParam,
  body: withReason,
  versioned: true,
  data: details,
  errorCodes: ['CHANGE_REFUSED'],
});

export const clearAllPoints = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/clear-all-points',
  auth: 'admin',
  owner: 'games',
  summary: 'Set the earned points of all participations of a wallet to 0. The request has no body',
  params: z.strictObject({ userId: walletAddress }),
  query: editQuery,
  data: z.object({ cleared: z.number() }),
});

export const excludeParticipation = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/exclude',
  auth: 'admin',
  owner: 'games',
  summary: 'Exclude a participation from the standings. The player sees the reason',
  params: idParam,
  body: withReason,
  versioned: true,
  data: details,
  errorCodes: ['CHANGE_REFUSED'],
});

export const includeParticipation = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/include',
  auth: 'admin',
  owner: 'games',
  summary: 'Include an excluded participation in the standings again',
  params: idParam,
  body: withReason,
  versioned: true,
  data: details,
  errorCodes: ['CHANGE_REFUSED'],
});
