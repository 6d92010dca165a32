import { z } from 'zod/mini';
import { deepPage, limit, searchText, sortOrder, uuid } from './values.ts';

/** Reason of an admin change; stored in the audit log. */
export const reason = z
  .string()
  .check(
    z.normalize('NFKC'),
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(200, 'must have at most 200 characters'),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must not contain invisible characters'),
  );

/**
 * Reason for the endpoints whose body is fixed by the specification. It is in the query, so that the body has exactly the
 * specified keys. The audit log requires a reason, so there is a default.
 */
export const editQuery = z.strictObject({ reason: z._default(reason, 'edited in dashboard') });

/**
 * The version of an object that an administrator saw; opaque to everyone except its owner. Every change by a person increases
 * it. Points from the feed do not, because otherwise no edit would succeed during a match.
 */
export const version = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a version'));

/** The end of a page, used to request the next one; opaque to everyone except its owner. */
export const cursor = z.string().check(z.regex(/^[\w.-]{1,200}$/, 'must be the cursor of a page'));

/** Query of a list without page numbers, newest row first. */
export const pagedByCursor = { limit: limit(20), after: z.optional(cursor) };

/**
 * Query of a list with page numbers. `columns` are the sortable columns; the default direction is descending.
 *
 * Equal values are ordered by id, so that no row is on two pages. `search` matches a substring of any displayed column, ignoring case.
 * The list of entries may have a million rows; its owner sorts and searches them in memory. The other lists are short enough for a query.
 */
export const listQuery = <C extends readonly [string, ...string[]]>(columns: C, fallback: C[number]) =>
  z.strictObject({
    page: deepPage,
    limit: limit(20),
    sortBy: z._default(z.enum(columns), fallback as never),
    sortOrder: z._default(sortOrder, 'desc'),
    search: z.optional(searchText),
  });

/** A parsed `listQuery`. */
export type ListQuery<Column extends string> = z.output<ReturnType<typeof listQuery<readonly [Column]>>>;

/** The administrator and the HTTP request behind a request of the admin service to an owner. */
export const requester = z.object({
  /** Wallet in lower case. Owners check it against their own ADMIN_WALLETS. */
  admin: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  request_id: uuid,
});
export type Requester = z.infer<typeof requester>;

/** The administrator behind a change, with the reason. All fields are stored in the audit log. */
export interface Actor extends Requester {
  reason: string;
}
