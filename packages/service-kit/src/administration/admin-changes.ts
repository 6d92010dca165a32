import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import {
  authAdminChanged,
  gamesAdminChanged,
  type numberedChange,
  stakingAdminChanged,
} from '@touchline/api/events/admin-changes';
import type { AdminAction, AdminChange } from '@touchline/api/http/admin-audit';
import { toInstant } from '@touchline/api/values';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type Database, getDatabaseInfo, query, queryOne } from '../data/database.ts';
import { writeOutbox } from '../messaging/outbox.ts';

/** A change with its position in the table of its owner. */
export type NumberedChange = z.output<typeof numberedChange>;

/**
 * Append-only table of changes by administrators. A trigger rejects updates, deletes and truncation, even by the table owner.
 */
export const adminChangesTable = `
  create table admin_changes (
    position bigint generated always as identity primary key,
    id uuid not null unique,
    at timestamptz not null,
    admin text not null check (admin = lower(admin)),
    request_id uuid not null,
    owner text not null,
    action text not null,
    subject text not null,
    wallet text,
    reason text not null check (reason <> ''),
    before jsonb not null,
    after jsonb not null
  );
  create index admin_changes_by_subject on admin_changes (subject, position);
  create function reject_change_of_admin_changes() returns trigger language plpgsql as $$
  begin
    raise exception 'admin_changes is append-only';
  end $$;
  create trigger admin_changes_append_only before update or delete or truncate on admin_changes
    for each statement execute function reject_change_of_admin_changes();
`;

/** The content of a change. The actor, the time and the reason come from the request. */
export interface AdminChangeInput
  extends Pick<AdminChange, 'owner' | 'subject' | 'wallet' | 'before' | 'after'> {
  action: AdminAction;
}

/** Event of each owner. */
const CHANGED = { games: gamesAdminChanged, staking: stakingAdminChanged, gateway: authAdminChanged };

/**
 * Records a change by an administrator and publishes it, in the transaction of the change. Positions are assigned under a
 * lock that is held until the commit, so a reader never misses a lower position. Call it last, after the transaction has
 * taken all its other locks.
 * @param now epoch ms
 */
export async function recordAdminChange(
  trx: Knex.Transaction,
  by: Actor,
  change: AdminChangeInput,
  now: number,
): Promise<NumberedChange> {
  await trx.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [
    getDatabaseInfo(trx).schema,
    'admin_changes',
  ]);
  const { admin, request_id, reason } = by;
  const recorded = {
    ...change,
    id: randomUUID(),
    at: toInstant(now),
    admin,
    request_id,
    reason,
  };
  const row = await queryOne<{ position: number }>(
    trx,
    `insert into admin_changes (id, at, admin, request_id, owner, action, subject, wallet, reason, before, after)
     values (:id, :at, :admin, :request_id, :owner, :action, :subject, :wallet, :reason, :before, :after)
     returning position`,
    { ...recorded, before: JSON.stringify(change.before), after: JSON.stringify(change.after) },
  );
  const numbered = { position: row!.position, change: recorded };
  await writeOutbox(trx, CHANGED[change.owner], numbered);
  return numbered;
}

/** Lists the changes after a position in ascending order; the reply to an owner's `...ChangesRequest`. */
export async function listAdminChanges(
  db: Database,
  { position, limit }: { position: number; limit: number },
): Promise<{ changes: NumberedChange[]; more: boolean }> {
  const rows = await query<Omit<AdminChange, 'at'> & { position: number; at: number }>(
    db,
    'select * from admin_changes where position > ? order by position limit ?',
    [position, limit + 1],
  );
  const changes = rows.slice(0, limit).map(({ position: rowPosition, at, ...change }) => ({
    position: rowPosition,
    change: { ...change, at: toInstant(at) },
  }));
  return { changes, more: rows.length > limit };
}

/**
 * Returns the fields of `after` that differ from `before`, with both values. Null means that nothing differs: callers then
 * store and record nothing. A field that is missing in `before` is null there.
 */
export function diffFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Pick<AdminChange, 'before' | 'after'> | null {
  const changed = Object.keys(after).filter(
    (key) => after[key] !== undefined && !isDeepStrictEqual(before[key], after[key]),
  );
  if (changed.length === 0) return null;
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null])) as AdminChange['before'];
  return { before: pick(before), after: pick(after) };
}

/**
 * Checks the actor of a request against this process's own list, because the requesting service is not trusted to decide.
 * @param admins ADMIN_WALLETS of this process
 * @throws TouchlineError FORBIDDEN
 */
export function assertAdmin(admins: readonly string[], { admin }: Pick<Actor, 'admin'>): void {
  if (admins.some((wallet) => wallet.toLowerCase() === admin)) return;
  throw new TouchlineError('FORBIDDEN', 'Only an administrator can do this.');
}

/** @throws TouchlineError STALE when the object has changed since the administrator loaded it */
export function assertCurrentVersion(seen: string, current: string): void {
  if (seen === current) return;
  throw new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
}

/**
 * Builds the error for a change that is not possible or would lose money or results.
 * @param why a sentence for the administrator or publisher
 * @param details single problems
 */
export const changeRejected = (why: string, details: readonly string[] = []) =>
  new TouchlineError('CHANGE_REFUSED', why, { details: details.map((message) => ({ message })) });
