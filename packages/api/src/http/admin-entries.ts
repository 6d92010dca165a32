import { z } from 'zod/mini';
import { editQuery, listQuery, reason, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { displayName, flag, instant, playerId, uuid, walletAddress } from '../values.ts';
import { rosterPlayer } from './entries.ts';
import { gameType } from './games.ts';
import { formationName } from './lineups.ts';

/** A row of the table of participations. */
export const adminParticipation = z.object({
  id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  game_name: z.string(),
  game_type: gameType,
  formation: z.string(),
  captain_id: z.number(),
  vice_captain_id: z.number(),
  entry_points: z.number(),
  current_points: z.number(),
  coefficient_applied: z.number(),
  /** May be negative; at most 3 decimals. */
  earned_points: z.number(),
  players_snapshot: z.array(rosterPlayer),
});
export type AdminParticipation = z.infer<typeof adminParticipation>;

/** The columns of the table: what it can be sorted by. */
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

/** A correction of points. Recomputation adds its delta again and again, and never removes it. */
export const adjustment = z.object({
  at: instant,
  field: z.enum(['entry_points', 'current_points', 'coefficient_applied', 'earned_points']),
  delta: z.number(),
  before: z.number(),
  after: z.number(),
  admin: z.string(),
  reason: z.string(),
});

/** An entry that an administrator took out of the standings. */
export const exclusion = z.object({ at: instant, admin: z.string(), reason: z.string() });

/** A participation as its dialog shows it, with the version that a change must name. */
export const adminParticipationDetails = z.extend(adminParticipation, {
  version,
  game_id: uuid,
  joined_at: instant,
  rank: z.nullable(z.number()),
  suspended: z.boolean(),
  excluded: z.nullable(exclusion),
  /** The latest first, at most 50. */
  adjustments: z.array(adjustment),
});
export type AdminParticipationDetails = z.infer<typeof adminParticipationDetails>;

/** Binary fractions are compared after rounding: 1.255 * 1000 is 1254.9999999999998. */
const inThousandths = (value: number) => Number.isInteger(Number((value * 1000).toFixed(6)));

/** The fields that can be changed, any of them; what is not sent stays. Points are absolute: the owner stores the delta. */
export const participationChange = z.strictObject({
  team_name: z.optional(displayName),
  formation: z.optional(formationName),
  captain_id: z.optional(playerId),
  vice_captain_id: z.optional(playerId),
  entry_points: z.optional(z.int().check(z.gte(-1_000), z.lte(10_000))),
  current_points: z.optional(z.int().check(z.gte(-10_000), z.lte(100_000))),
  coefficient_applied: z.optional(
    z.number().check(z.gte(1), z.lte(2), z.refine(inThousandths, 'must have at most 3 decimals')),
  ),
});

const idParam = z.strictObject({ id: uuid });
const details = z.object({ participation: adminParticipationDetails });

export const listAdminParticipations = endpoint({
  method: 'GET',
  path: '/admin/game-participations',
  auth: 'admin',
  limit: 'adminList',
  summary: 'All participations, searched, sorted and paged. `realtime` computes the points now',
  query: z.extend(listQuery(PARTICIPATION_COLUMNS, 'current_points'), { realtime: z.optional(flag) }),
  data: z.object({
    participations: z.array(adminParticipation),
    total: z.number(),
    /** True when `realtime` found points that had moved and stored them; the other two come with it. */
    pointsUpdated: z.optional(z.boolean()),
    updatedCount: z.optional(z.number()),
    /** Milliseconds. */
    processingTime: z.optional(z.number()),
  }),
});

export const getAdminParticipation = endpoint({
  method: 'GET',
  path: '/admin/game-participations/:id',
  auth: 'admin',
  summary: 'One participation with its version (also as ETag)',
  params: idParam,
  data: details,
});

export const updateAdminParticipation = endpoint({
  method: 'PUT',
  path: '/admin/game-participations/:id',
  auth: 'admin',
  summary: 'Change some fields of a participation; points become adjustments',
  params: idParam,
  query: editQuery,
  body: participationChange,
  versioned: true,
  data: details,
  refuses: ['LINEUP_INVALID', 'CHANGE_REFUSED'],
});

export const clearPoints = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/clear-points',
  auth: 'admin',
  summary: 'Bring the earned points of a participation to 0 by an adjustment. Without a body',
  params: idParam,
  query: editQuery,
  versioned: true,
  data: details,
});

export const clearAllPoints = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/clear-all-points',
  auth: 'admin',
  summary: 'Clear the earned points of every participation of a wallet, once each. Without a body',
  params: z.strictObject({ userId: walletAddress }),
  query: editQuery,
  data: z.object({ cleared: z.number() }),
});

const withReason = z.strictObject({ reason });

export const excludeParticipation = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/exclude',
  auth: 'admin',
  summary: 'Take a participation out of the standings; its owner sees the reason',
  params: idParam,
  body: withReason,
  versioned: true,
  data: details,
  refuses: ['CHANGE_REFUSED'],
});

export const includeParticipation = endpoint({
  method: 'POST',
  path: '/admin/game-participations/:id/include',
  auth: 'admin',
  summary: 'Undo an exclusion',
  params: idParam,
  body: withReason,
  versioned: true,
  data: details,
  refuses: ['CHANGE_REFUSED'],
});
