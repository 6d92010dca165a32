import { z } from 'zod/mini';
import { reason } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, walletAddress } from '../values.ts';

/** What an administrator can stop while the product runs: games owns the first two, staking the third. */
export const switchName = z.enum(['paid_games', 'tournaments', 'staking']);
export type SwitchName = z.infer<typeof switchName>;

/**
 * A switch. The deployment's setting (FEATURE_PAID_GAMES and so on) comes first: what it stops is `held_off`, and no
 * administrator can start it.
 */
export const adminSwitch = z.object({
  name: switchName,
  /** What is enforced: on here, and not held off. */
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
  summary: 'Paid games, tournaments and staking: on or off',
  data: z.object({ switches: z.array(adminSwitch) }),
});

export const setSwitch = endpoint({
  method: 'PUT',
  path: '/admin/switches/:name',
  auth: 'admin',
  summary: 'Turn a switch on or off. The services enforce it on every replica within a second',
  params: z.strictObject({ name: switchName }),
  body: z.strictObject({ on: z.boolean(), reason }),
  data: z.object({ switch: adminSwitch }),
  refuses: ['CHANGE_REFUSED'],
});

export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/:wallet/end-sessions',
  auth: 'admin',
  summary: 'End every session of a wallet, in all browsers',
  params: z.strictObject({ wallet: walletAddress }),
  body: z.strictObject({ reason }),
  data: z.object({ ended: z.number() }),
});
