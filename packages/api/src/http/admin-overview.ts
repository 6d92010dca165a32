import { z } from 'zod/mini';
import { reason } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { release } from './releases.ts';
import { remoteName, remoteRoute, remoteVersion } from './remotes.ts';

export const adminStats = endpoint({
  method: 'GET',
  path: '/admin/stats',
  auth: 'admin',
  summary: 'Totals over everything',
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

/** What happened in an hour or a day (UTC) that began at `at`; empty ones are in the list, with zeros. */
export const seriesPoint = z.object({
  at: instant,
  entries: z.number(),
  stakes: z.number(),
  /** Whole FOOTBALL; plots read it as a number. */
  staked_amount: z.string(),
  payments: z.number(),
  paid_amount: z.string(),
  /** How often points of a gameweek were stored. */
  points_updates: z.number(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const seriesStep = z.enum(['hour', 'day']);

export const adminSeries = endpoint({
  method: 'GET',
  path: '/admin/series',
  auth: 'admin',
  summary: 'Entries, stakes, payments and points updates of the last hours or days, the oldest first',
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

/** A process of a part. Each writes down that it is alive; one that has not for 30 seconds is not listed. */
export const replica = z.object({ id: z.string(), started_at: instant, seen_at: instant });

/** How a part is; what does not concern it is null. */
export const serviceHealth = z.object({
  replicas: z.array(replica),
  /** Events that wait to be published, and for how long the oldest has. */
  outbox: z.nullable(z.object({ waiting: z.number(), oldest_seconds: z.number() })),
  bus: z.object({
    connected: z.boolean(),
    /** Per durable consumer: events it has not handled yet. */
    lag: z.array(z.object({ consumer: z.string(), waiting: z.number() })),
  }),
  /** Age of the last good snapshot of the feed; `faults`: its answers of the last 24 hours that could not be used. */
  feed: z.nullable(z.object({ season: z.string(), age_seconds: z.number(), faults: z.number() })),
  chain: z.nullable(
    z.object({
      /** Every RPC by its host name, without its path or key. `block` is null while it is down. */
      rpcs: z.array(z.object({ host: z.string(), block: z.nullable(z.number()) })),
      /** Whether those that answer are within a few blocks of each other and have the same chain. */
      agree: z.boolean(),
      /** The last block whose transfers are all known. */
      scanned_block: z.nullable(z.number()),
    }),
  ),
});
export type ServiceHealth = z.infer<typeof serviceHealth>;

export const adminHealth = endpoint({
  method: 'GET',
  path: '/admin/health',
  auth: 'admin',
  summary: 'Every part: feed age, bus lag, RPC agreement, outbox, replicas',
  data: z.object({
    checked_at: instant,
    /** `health` is null for a part that did not answer in time. */
    parts: z.array(
      z.object({
        part: z.enum(['gateway', 'games', 'staking', 'fpl-relay', 'admin']),
        health: z.nullable(serviceHealth),
      }),
    ),
  }),
});
export type AdminHealth = z.infer<typeof adminHealth.data>;

/** What was done with a remote. */
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
  ]),
  /** Null when it was about the token. */
  version: z.nullable(z.string()),
  /** The share, or why a version was taken back. */
  detail: z.nullable(z.string()),
  /** The team with the number of its token, the deployment, browsers, or the wallet of an administrator. */
  by: z.string(),
});
export type RemoteHistory = z.infer<typeof remoteHistory>;

/** A remote with all its published versions. */
export const adminRemote = z.object({
  name: z.string(),
  audience: z.enum(['everyone', 'admins']),
  current_version: z.string(),
  routes: z.array(remoteRoute),
  /** The version that a share of visitors gets instead of the current one. */
  share: z.nullable(z.object({ version: z.string(), percent: z.number() })),
  /** The latest first. */
  versions: z.array(release),
  /** Why a file of a version was not served, or the version returned; the latest first, at most 20. */
  errors: z.array(z.object({ version: z.string(), at: instant, message: z.string(), count: z.number() })),
  /** Who did what with it; the latest first, at most 50. */
  history: z.array(remoteHistory),
});
export type AdminRemote = z.infer<typeof adminRemote>;

export const adminRemotes = endpoint({
  method: 'GET',
  path: '/admin/remotes',
  auth: 'admin',
  summary: 'Every remote with its versions and errors, this one included',
  data: z.object({ remotes: z.array(adminRemote) }),
});

export const rollBackRemote = endpoint({
  method: 'POST',
  path: '/admin/remotes/:name/rollback',
  auth: 'admin',
  summary: 'Take back what was published last of a remote, or make a certain version current',
  params: z.strictObject({ name: remoteName }),
  body: z.strictObject({
    /** Without it: the share is taken back, else the version before the current one becomes current again. */
    to: z.optional(remoteVersion),
    reason,
  }),
  data: z.object({ remote: adminRemote }),
  refuses: ['CHANGE_REFUSED'],
});
