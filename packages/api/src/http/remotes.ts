import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** The names and versions of remotes: they are folders and parts of URLs. */
export const remoteName = z
  .string()
  .check(z.regex(/^mf-[a-z0-9-]{1,60}$/, 'must be mf- and lower case letters, digits or dashes'));
export const remoteVersion = z.string().check(
  z.regex(/^\d[0-9A-Za-z.+-]{0,80}$/, 'must begin with a digit, like 1.2.0'),
  z.refine((version) => !version.endsWith('.part'), 'must not end with .part'),
);

/** `order` sorts the navigation; `audience` is who sees the item: everyone, signed-in players, or admins. */
export const remoteRoute = z.object({
  path: z.string(),
  label: z.optional(z.string()),
  /** The heading of the page, shown until the page itself is there. Where it depends on more than the route there is none. */
  title: z.optional(z.string()),
  /** The sentence below the heading, under the same condition. */
  subtitle: z.optional(z.string()),
  order: z.optional(z.number()),
  audience: z._default(z.enum(['everyone', 'players', 'admins']), 'everyone'),
});
export type RemoteRoute = z.infer<typeof remoteRoute>;

/** The static description of a remote (`remote.json`), read by the registry. */
export const remoteDescription = z.object({
  name: z.string(),
  routes: z.array(remoteRoute).check(z.minLength(1)),
});

/** A file of a remote with its digest as browsers write it (`sha384-...`): they refuse other content. */
export const remoteAsset = z.object({ url: z.string(), integrity: z.string() });
export type RemoteAsset = z.infer<typeof remoteAsset>;

export const remote = z.object({
  name: z.string(),
  version: z.string(),
  /** URL of mf-manifest.json, versioned. */
  manifest: z.string(),
  routes: z.array(remoteRoute),
  /** Digest of the manifest; null: it is not checked (a developer's own build). */
  integrity: z.nullable(z.string()),
  /** What its first page needs, to load ahead and to check: the remote entry, then its scripts and styles. */
  assets: z._default(z.array(remoteAsset), []),
});
export type Remote = z.infer<typeof remote>;

export const remotes = endpoint({
  method: 'GET',
  path: '/remotes',
  auth: 'optional',
  summary: 'The remotes available to this visitor, each in the version that this browser gets',
  data: z.object({ remotes: z.array(remote) }),
});
