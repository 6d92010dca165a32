import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { remoteName, remoteVersion } from './remotes.ts';

export const reportRemote = endpoint({
  method: 'POST',
  path: '/remotes/reports',
  auth: 'optional',
  limit: 'report',
  summary:
    'Report whether a remote loaded in this browser. A version that fails in many browsers is rolled back',
  body: z.strictObject({
    name: remoteName,
    version: remoteVersion,
    outcome: z.enum(['loaded', 'failed']),
    /** The displayed error code; empty if it loaded. */
    code: z._default(z.string().check(z.regex(/^[A-Z0-9_-]{0,40}$/, 'must be an error code')), ''),
    /** Time from start to outcome, in milliseconds. */
    ms: z.int().check(z.gte(0), z.lte(600_000)),
  }),
  data: z.object({
    /** False if visitors do not currently receive this version. */
    counted: z.boolean(),
  }),
});
export type RemoteReport = z.infer<NonNullable<typeof reportRemote.body>>;
