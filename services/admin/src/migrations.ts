import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';

/**
 * Changes by administrators as recorded by the owners, and the position up to which each owner has been read. The log is
 * append-only: the role may only insert and select, and a trigger rejects other statements even if more rights are granted.
 */
const auditTables = `
  create table audit_log (
    id uuid primary key,
    owner text not null,
    position bigint not null,
    at timestamptz not null,
    admin text not null,
    request_id uuid not null,
    action text not null,
    subject text not null,
    wallet text,
    reason text not null,
    before jsonb not null,
    after jsonb not null
  );
  create index audit_log_by_time on audit_log (at desc, id desc);
  create index audit_log_by_subject on audit_log (subject, at desc);
  create function reject_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_log is append-only';
  end $$;
  create trigger audit_append_only before update or delete or truncate on audit_log
    for each statement execute function reject_audit_change();
  revoke update, delete, truncate on audit_log from current_user;
  create table owners_read (owner text primary key, position bigint not null);
`;

/** Migrations of the schema `admin`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [initialSchema([replicasTable, auditTables])];
