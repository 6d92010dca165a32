import type { Knex } from 'knex';

/** Where a request came from. */
export interface RequestOrigin {
  /**
   * The key under which limits count the client: an IPv4 address, or the network of an IPv6 address. For what an
   * administrator asked for through the admin service: the administrator's wallet.
   */
  address: string;
  request_id: string;
}

/** What happened to a sign-in or a session. Neither tokens nor signatures are stored. */
export interface AuditEvent {
  what:
    | 'sign_in'
    | 'sign_in_refused'
    | 'logout'
    | 'logout_all'
    | 'replaced'
    | 'refresh_reuse'
    | 'ended_by_admin'
    | 'admin_refused';
  /** Null for a refused call of the administration without a valid token. */
  wallet: string | null;
  session: string | null;
  /** The refused call and its status: `POST /games 403`. */
  call?: string;
  origin: RequestOrigin;
  /** Epoch ms. */
  at: number;
}

/** Adds a row to the audit trail; the database refuses to change or delete one. */
export async function insertAuditEvent(db: Knex, event: AuditEvent): Promise<void> {
  await db('audit_events').insert(auditRow(event));
}

/** A row of `audit_events`. */
export const auditRow = ({ origin, at, ...event }: AuditEvent) => ({ ...event, ...origin, at: new Date(at) });
