import { z } from 'zod/mini';
import { cursor, pagedByCursor } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, searchText, uuid, walletAddress } from '../values.ts';

/** What administrators can do. */
export const adminAction = z.enum([
  'ENTRY_EDITED',
  'POINTS_CLEARED',
  'ENTRY_EXCLUDED',
  'ENTRY_INCLUDED',
  'GAME_CREATED',
  'GAME_EDITED',
  'GAME_CANCELLED',
  'STAKE_EDITED',
  'PAYOUT_BEGUN',
  'PAYOUT_SENT',
  'PAYOUT_CONFIRMED',
  'PAYOUT_GIVEN_UP',
  'SWITCH_SET',
  'SESSIONS_ENDED',
  'REMOTE_ROLLED_BACK',
]);
export type AdminAction = z.infer<typeof adminAction>;

/** The part that owns what was changed. */
export const adminOwner = z.enum(['games', 'staking', 'gateway']);

/** A field's value, whatever its call takes. */
export const fieldValue = z.json();

/** A change by an administrator, as its owner wrote it down in the transaction of the change. Never contains secrets. */
export const adminChange = z.object({
  id: uuid,
  owner: adminOwner,
  at: instant,
  /** The administrator's wallet. */
  admin: z.string(),
  request_id: uuid,
  action: adminAction,
  /** Id of the entry, game, stake or payout, name of the switch or remote, or the wallet. */
  subject: z.string(),
  /** The user concerned, if there is one. */
  wallet: z.nullable(z.string()),
  reason: z.string(),
  /** The fields that changed, before and after; names as in the calls. A field that did not exist is null. */
  before: z.record(z.string(), fieldValue),
  after: z.record(z.string(), fieldValue),
});
export type AdminChange = z.infer<typeof adminChange>;

export const auditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  auth: 'admin',
  summary: 'What administrators changed, the latest first, by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    action: z.optional(adminAction),
    owner: z.optional(adminOwner),
    admin: z.optional(walletAddress),
    /** Part of a wallet, a subject, a request id or a reason. */
    search: z.optional(searchText),
  }),
  data: z.object({ changes: z.array(adminChange), next: z.nullable(cursor) }),
});
