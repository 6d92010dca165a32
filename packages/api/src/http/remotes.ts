import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

/** Name of a remote. Names and versions are used as folder names and in URLs. */
export const remoteName = z
  .string()
  .check(z.regex(/^mf-[a-z0-9-]{1,60}$/, 'must be mf- followed by lower-case letters, digits or dashes'));
export const remoteVersion = z.string().check(
  z.regex(/^\d[0-9A-Za-z.+-]{0,80}$/, 'must start with a digit, like 1.2.0'),
  z.refine((version) => !version.endsWith('.part'), 'must not end with .part'),
);

/** A route of a remote. `order` sorts the navigation; `audience` defines the users who see the item. */
export const remoteRoute = z.object({
  path: z.string(),
  label: z.optional(z.string()),
  /** Heading of the page, shown while the page loads. Omitted if it depends on more than the route. */
  title: z.optional(z.string()),
  /** Sentence below the heading, under the same condition. */
  subtitle: z.optional(z.string()),
  order: z.optional(z.number()),
  audience: z._default(z.enum(['everyone', 'players', 'admins']), 'everyone'),
});
export type RemoteRoute = z.infer<typeof remoteRoute>;

const bounded = (max: number) => z.string().check(z.maxLength(max, `must have at most ${max} characters`));
const describedRoute = z.extend(remoteRoute, {
  path: bounded(200),
  label: z.optional(bounded(40)),
  title: z.optional(bounded(200)),
  subtitle: z.optional(bounded(200)),
});

/** The static description of a remote (`remote.json`), read by the registry. Bounded, because every page contains the routes. */
export const remoteDescription = z.object({
  name: z.string(),
  routes: z
    .array(describedRoute)
    .check(z.minLength(1, 'must have a route'), z.maxLength(50, 'must have at most 50 routes')),
});
export type RemoteDescription = z.infer<typeof remoteDescription>;

/** A file of a remote with its integrity digest (`sha384-...`); browsers reject other content. */
export const remoteAsset = z.object({ url: z.string(), integrity: z.string() });
export type RemoteAsset = z.infer<typeof remoteAsset>;

export const remote = z.object({
  name: z.string(),
  version: z.string(),
  /** URL of mf-manifest.json, versioned. */
  manifest: z.string(),
  routes: z.array(remoteRoute),
  /** Digest of the manifest; null if it is not checked (local development). */
  integrity: z.nullable(z.string()),
  /** Files of its first page, for preloading and integrity checks: the remote entry, then scripts and styles. */
  assets: z._default(z.array(remoteAsset), []),
  /** End of a preview: only this browser gets this version. Omitted for a version that is offered to visitors. */
  preview_until: z.optional(instant),
});
export type Remote = z.infer<typeof remote>;

export const remotes = endpoint({
  method: 'GET',
  path: '/remotes',
  auth: 'optional',
  summary: 'The remotes available to this visitor, each in the version for this browser',
  data: z.object({ remotes: z.array(remote) }),
});

export const endPreviews = endpoint({
  method: 'DELETE',
  path: '/remotes/previews',
  auth: 'none',
  summary: 'End all previews of this browser',
  data: z.object({}),
});
