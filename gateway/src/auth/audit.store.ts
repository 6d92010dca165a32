import type { Knex } from 'knex';

/** Origin of a request. */
export interface RequestOrigin {
  /**
   * Rate limit key of the client: an IPv4 address, or the network of an IPv6 address. For a request through the admin
   * service it is the wallet of the administrator.
   */
  address: string;
  request_id: string;
}

/** Audited event of a sign-in, a session or a rejected admin request. Tokens and signatures are never stored. */
export interface AuditEvent {
  event:
    | 'sign_in'
    | 'sign_in_rejected'
    | 'logout'
    | 'logout_all'
    | 'replaced'
    | 'refresh_reuse'
    | 'ended_by_admin'
    | 'admin_rejected';
  /** Null for a rejected admin request without a valid token. */
  wallet: string | null;
  session: string | null;
  /** The rejected admin request and its status: `POST /games 403`. */
  endpoint?: string;
  origin: RequestOrigin;
  /** Epoch ms. */
  at: number;
}

/** Adds a row to the audit log. The database rejects updates and deletes. */
export async function insertAuditEvent(db: Knex, event: AuditEvent): Promise<void> {
  await db('audit_events').insert(toAuditRow(event));
}

/** Maps an event to a row of `audit_events`. */
export const toAuditRow = ({ origin, at, ...fields }: AuditEvent) => ({
  ...fields,
  ...origin,
  at: new Date(at),
});
