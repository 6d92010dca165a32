import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** `order` sorts the navigation; `audience` is who sees the item: everyone, signed-in players, or admins. */
export const remoteRoute = z.object({
  path: z.string(),
  label: z.string().optional(),
  order: z.number().optional(),
  audience: z.enum(['everyone', 'players', 'admins']).default('everyone'),
});
export type RemoteRoute = z.infer<typeof remoteRoute>;

/** The static description of a remote (`remote.json`), read by the registry. */
export const remoteDescription = z.object({ name: z.string(), routes: z.array(remoteRoute).min(1) });

export const remote = z.object({
  name: z.string(),
  version: z.string(),
  /** URL of mf-manifest.json, versioned. */
  manifest: z.string(),
  routes: z.array(remoteRoute),
  integrity: z.string().nullable(),
});
export type Remote = z.infer<typeof remote>;

export const remotes = endpoint({
  method: 'GET',
  path: '/remotes',
  auth: 'optional',
  summary: 'The remotes available to this visitor',
  data: z.object({ remotes: z.array(remote) }),
});
