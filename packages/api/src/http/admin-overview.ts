import { z } from 'zod/mini';
import { reason } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { release, remoteReleases } from './releases.ts';
import { remoteName, remoteRoute, remoteVersion } from './remotes.ts';

export const adminStats = endpoint({
  method: 'GET',
  path: '/admin/stats',
  auth: 'admin',
  summary: 'Totals of users, games, participations and stakes',
  data: z.object({
    totalUsers: z.number(),
    totalGames: z.number(),
    totalParticipations: z.number(),
    totalStakingRecords: z.number(),
    /** Whole FOOTBALL in active stakes, decimal string. */
    totalStakedAmount: z.string(),
    activeStakes: z.number(),
  }),
});
export type AdminStats = z.infer<typeof adminStats.data>;

/** Activity of an hour or day (UTC) that starts at `at`. Empty ones are included, with zeros. */
export const seriesPoint = z.object({
  at: instant,
  entries: z.number(),
  stakes: z.number(),
  /** Whole FOOTBALL, decimal string. */
  staked_amount: z.string(),
  payments: z.number(),
  paid_amount: z.string(),
  /** Number of times that points of a gameweek were stored. */
  points_updates: z.number(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const seriesStep = z.enum(['hour', 'day']);

export const adminSeries = endpoint({
  method: 'GET',
  path: '/admin/series',
  auth: 'admin',
  summary: 'Entries, stakes, payments and points updates of the last hours or days, oldest first',
  query: z.strictObject({
    per: z._default(seriesStep, 'day'),
    last: z
      ._default(
        z.pipe(
          z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number)),
          z.int().check(z.gte(1), z.lte(400)),
        ),
        30,
      )
      .check(z.describe('1 to 400 hours or days, default 30')),
  }),
  data: z.object({ series: z.array(seriesPoint) }),
});

/** A process of a service. Processes without a heartbeat in the last 30 seconds are not listed. */
export const replica = z.object({ id: z.string(), started_at: instant, seen_at: instant });

/** Health of a service; fields that do not apply to it are null. */
export const serviceHealth = z.object({
  replicas: z.array(replica),
  /** Number of events to publish, and age of the oldest. */
  outbox: z.nullable(z.object({ waiting: z.number(), oldest_seconds: z.number() })),
  bus: z.object({
    connected: z.boolean(),
    /** Unhandled events by durable consumer. */
    lag: z.array(z.object({ consumer: z.string(), waiting: z.number() })),
  }),
  /** Only of the relay: age of the last valid feed snapshot. `faults`: number of unusable feed responses in the last 24 hours. */
  feed: z.nullable(z.object({ season: z.string(), age_seconds: z.number(), faults: z.number() })),
  chain: z.nullable(
    z.object({
      /** RPCs by host and port, without path or key. `block` is null while an RPC is down. */
      rpcs: z.array(z.object({ host: z.string(), block: z.nullable(z.number()) })),
      /** True if the responding RPCs have the same chain and are within a few blocks of each other. */
      agree: z.boolean(),
      /** The last fully scanned block. */
      scanned_block: z.nullable(z.number()),
      /** The wallet of the service; amounts in whole FOOTBALL, decimal strings. */
      wallet: z.optional(
        z.object({
          name: z.enum(['treasury', 'staking']),
          address: z.string(),
          /** Null while the RPCs do not agree on it. */
          balance: z.nullable(z.string()),
          /** Payouts that are not confirmed. */
          due: z.string(),
          /** Principal of active stakes, and their interest until the end of the lock. */
          locked: z.string(),
          interest: z.string(),
        }),
      ),
    }),
  ),
});
export type ServiceHealth = z.infer<typeof serviceHealth>;

export const adminHealth = endpoint({
  method: 'GET',
  path: '/admin/health',
  auth: 'admin',
  summary: 'Health of every service: feed age, consumer lag, RPC agreement, outbox, replicas',
  data: z.object({
    checked_at: instant,
    /** `health` is null for a service that did not respond in time. */
    parts: z.array(
      z.object({
        part: z.enum(['gateway', 'games', 'staking', 'fpl-relay', 'admin']),
        health: z.nullable(serviceHealth),
      }),
    ),
  }),
});
export type AdminHealth = z.infer<typeof adminHealth.data>;

/** An action on a remote. */
export const remoteHistory = z.object({
  at: instant,
  action: z.enum([
    'PUBLISHED',
    'CURRENT',
    'SHARED',
    'SHARE_ENDED',
    'RETURNED',
    'FILES_DELETED',
    'TOKEN_REPLACED',
    'ROUTE_MOVED',
    'TESTERS_CHANGED',
    'SECURITY_FIX',
  ]),
  /** Null for actions on the token or a route. */
  version: z.nullable(z.string()),
  /** The share, or the reason of a rollback. */
  detail: z.nullable(z.string()),
  /** The actor: the team with its token number, the deployment, browsers, or an administrator's wallet. */
  by: z.string(),
});
export type RemoteHistory = z.infer<typeof remoteHistory>;

/** A remote with all its published versions. */
export const adminRemote = z.extend(remoteReleases, {
  audience: z.enum(['everyone', 'admins']),
  routes: z.array(remoteRoute),
  /** Newest first. */
  versions: z.array(release),
  /** Reasons why a file was not served or a version was rolled back; newest first, up to 20. */
  errors: z.array(z.object({ version: z.string(), at: instant, message: z.string(), count: z.number() })),
  /** Actions on the remote; newest first, up to 50. */
  history: z.array(remoteHistory),
});
export type AdminRemote = z.infer<typeof adminRemote>;

export const adminRemotes = endpoint({
  method: 'GET',
  path: '/admin/remotes',
  auth: 'admin',
  owner: 'gateway',
  summary: 'All remotes with their versions, errors and history',
  data: z.object({ remotes: z.array(adminRemote) }),
});

export const rollBackRemote = endpoint({
  method: 'POST',
  path: '/admin/remotes/:name/rollback',
  auth: 'admin',
  owner: 'gateway',
  summary: 'Roll back the last publication of a remote, or make a given version current',
  params: z.strictObject({ name: remoteName }),
  body: z.strictObject({
    /** Default: ends the share if there is one, otherwise makes the previous version current again. */
    to: z.optional(remoteVersion),
    /** The version to roll back. Another one is CHANGE_REFUSED, so that a repeated request does not roll back twice. */
    from: z.optional(remoteVersion),
    reason,
  }),
  data: z.object({ remote: adminRemote }),
  errorCodes: ['CHANGE_REFUSED'],
});
