import type { AdminAction, AdminChange } from '@touchline/api/http/admin-audit';
import type { NumberedChange } from '@touchline/service-kit/administration/admin-changes';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';

export type ChangesOwner = AdminChange['owner'];

/** Adds a change, unless its id is already stored. */
export async function insertChange(db: Database, { position, change }: NumberedChange): Promise<void> {
  await query(
    db,
    `insert into audit_log
       (id, owner, position, at, admin, request_id, action, subject, wallet, reason, before, after)
     values
       (:id, :owner, :position, :at, :admin, :request_id, :action, :subject, :wallet, :reason, :before, :after)
     on conflict (id) do nothing`,
    { ...change, position, before: JSON.stringify(change.before), after: JSON.stringify(change.after) },
  );
}

/** Finds the position up to which the changes of an owner have been read; 0 initially. */
export async function findReadPosition(db: Database, owner: ChangesOwner): Promise<number> {
  const row = await queryOne<{ position: number }>(db, 'select position from owners_read where owner = ?', [
    owner,
  ]);
  return row?.position ?? 0;
}

/** Stores the position up to which the changes of an owner were read. It never moves back. */
export async function saveReadPosition(db: Database, owner: ChangesOwner, position: number): Promise<void> {
  await query(
    db,
    `insert into owners_read (owner, position) values (?, ?)
     on conflict (owner) do update set position = greatest(owners_read.position, excluded.position)`,
    [owner, position],
  );
}

export interface ChangesFilter {
  limit: number;
  /** Last row of the previous page. */
  after: Position | null;
  action: AdminAction | null;
  owner: ChangesOwner | null;
  admin: string | null;
  /** Substring of a wallet, subject, request id or reason; empty for all changes. */
  search: string;
}

/** Finds changes, latest first, with their time in epoch ms. */
export async function findChanges(
  db: Database,
  { after, search, ...filter }: ChangesFilter,
): Promise<(Omit<AdminChange, 'at'> & { at: number })[]> {
  return query(
    db,
    `select id, owner, at, admin, request_id, action, subject, wallet, reason, before, after
     from audit_log
     where (:at::timestamptz is null or (at, id) < (:at::timestamptz, :id::uuid))
       and (:action::text is null or action = :action)
       and (:owner::text is null or owner = :owner)
       and (:admin::text is null or admin = :admin)
       and (:pattern::text is null or concat_ws(' ', admin, wallet, subject, request_id, reason) ilike :pattern)
     order by at desc, id desc
     limit :limit`,
    {
      ...filter,
      at: after && new Date(after.at),
      id: after?.id ?? null,
      pattern: search === '' ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    },
  );
}
