import { z } from 'zod/mini';
import { reason } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, walletAddress } from '../values.ts';

/** Features that administrators can pause. Games owns the first two, staking the third. */
export const switchName = z.enum(['paid_games', 'tournaments', 'staking']);
export type SwitchName = z.infer<typeof switchName>;

/**
 * A switch. The configuration of the deployment (FEATURE_PAID_GAMES etc.) takes precedence: a feature that it disables is
 * `held_off`, and administrators cannot enable it.
 */
export const adminSwitch = z.object({
  name: switchName,
  /** The effective state: switched on, and not disabled by the deployment. */
  on: z.boolean(),
  held_off: z.boolean(),
  /** The last change by an administrator; null before the first. */
  changed: z.nullable(z.object({ at: instant, admin: z.string(), reason: z.string() })),
});
export type AdminSwitch = z.infer<typeof adminSwitch>;

export const getSwitches = endpoint({
  method: 'GET',
  path: '/admin/switches',
  auth: 'admin',
  summary: 'State of the switches for paid games, tournaments and staking',
  data: z.object({ switches: z.array(adminSwitch) }),
});

export const setSwitch = endpoint({
  method: 'PUT',
  path: '/admin/switches/:name',
  auth: 'admin',
  owner: ['games', 'staking'],
  summary: 'Turn a switch on or off. Every replica enforces it within a second',
  params: z.strictObject({ name: switchName }),
  body: z.strictObject({ on: z.boolean(), reason }),
  data: z.object({ switch: adminSwitch }),
  errorCodes: ['CHANGE_REFUSED'],
});

export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/:wallet/end-sessions',
  auth: 'admin',
  owner: 'gateway',
  summary: 'End every session of a wallet, in all browsers',
  params: z.strictObject({ wallet: walletAddress }),
  body: z.strictObject({ reason }),
  data: z.object({ ended: z.number() }),
});
