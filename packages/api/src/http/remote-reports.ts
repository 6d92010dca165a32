import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { remoteName, remoteVersion } from './remotes.ts';

export const reportRemote = endpoint({
  method: 'POST',
  path: '/remotes/reports',
  auth: 'none',
  limit: 'report',
  summary: 'How a remote went in this browser. A version that fails for many is returned',
  body: z.strictObject({
    name: remoteName,
    version: remoteVersion,
    outcome: z.enum(['loaded', 'failed']),
    /** The code on the panel; empty when it loaded. */
    code: z._default(z.string().check(z.regex(/^[A-Z0-9_-]{0,40}$/, 'must be an error code')), ''),
    /** From the beginning to the outcome, in milliseconds. */
    ms: z.int().check(z.gte(0), z.lte(600_000)),
  }),
  data: z.object({
    /** False: it is not a version that visitors get now. */
    counted: z.boolean(),
  }),
});
export type RemoteReport = z.infer<NonNullable<typeof reportRemote.body>>;
