import { z } from 'zod/mini';
import { cursor, pagedByCursor } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, searchText, uuid, walletAddress } from '../values.ts';

/** Actions of administrators, as the filter of the audit log and as owners record them. */
export const adminAction = z.enum([
  'ENTRY_EDITED',
  'LINEUP_REVEALED',
  'POINTS_CLEARED',
  'POINTS_RESTORED',
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
  'SERVICE_REVOKED',
  'SERVICE_RESTORED',
  'PRIZE_PLAN_CHANGED',
  'PRIZES_APPROVED',
  'PRIZE_FUNDING_APPROVED',
  'PRIZE_FUNDING_APPROVAL_WITHDRAWN',
]);
export type AdminAction = z.infer<typeof adminAction>;

/** The service that owns the changed object. */
export const adminOwner = z.enum(['games', 'staking', 'gateway']);

/** Value of a field, of any JSON type. */
export const fieldValue = z.json();

/** A change by an administrator. The owner records it in the transaction of the change. It never contains secrets. */
export const adminChange = z.object({
  id: uuid,
  owner: adminOwner,
  at: instant,
  /** The administrator's wallet. */
  admin: z.string(),
  request_id: uuid,
  /** An `adminAction` of the owner. Readers accept any, because the owner may be a newer version than they are. */
  action: z.string(),
  /** Id of the entry, game, stake or payout; name of the switch, remote or service; or the wallet. */
  subject: z.string(),
  /** Wallet of the affected user, if there is one. */
  wallet: z.nullable(z.string()),
  reason: z.string(),
  /** The changed fields before and after, with the names of the API. A field that did not exist is null. */
  before: z.record(z.string(), fieldValue),
  after: z.record(z.string(), fieldValue),
});
export type AdminChange = z.infer<typeof adminChange>;

export const auditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  auth: 'admin',
  summary: 'Changes by administrators, newest first, paged by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    action: z.optional(adminAction),
    owner: z.optional(adminOwner),
    admin: z.optional(walletAddress),
    /** Substring of a wallet, subject, request id or reason. */
    search: z.optional(searchText),
  }),
  data: z.object({ changes: z.array(adminChange), next: z.nullable(cursor) }),
});
