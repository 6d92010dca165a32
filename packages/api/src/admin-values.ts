import { z } from 'zod/mini';
import { deepPage, limit, searchText, sortOrder, uuid } from './values.ts';

/** Why an administrator changes something; kept in the audit log. */
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
 * The reason of the calls whose body the specification fixes: in the query, so that the body keeps exactly its keys.
 * Required in the log for money and points, so there is a default.
 */
export const editQuery = z.strictObject({ reason: z._default(reason, 'edited in dashboard') });

/**
 * What an administrator saw of an object, given by its owner and not interpreted by anybody else. Everything that people
 * change raises it; points that move with the feed do not, or no edit would succeed during a match.
 */
export const version = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a version'));

/** Where a page of a list ends, to ask for the next one; only its writer can read it. */
export const cursor = z.string().check(z.regex(/^[\w.-]{1,200}$/, 'must be the cursor of a page'));

/** A page of a list that is read from its newest row on, without page numbers. */
export const pagedByCursor = { limit: limit(20), after: z.optional(cursor) };

/** Query of a list with page numbers; `columns` is everything that can be sorted by. Default direction: descending. */
export const listQuery = <C extends readonly [string, ...string[]]>(columns: C, fallback: C[number]) =>
  z.strictObject({
    page: deepPage,
    limit: limit(20),
    sortBy: z._default(z.enum(columns), fallback as never),
    sortOrder: z._default(sortOrder, 'desc'),
    search: z.optional(searchText),
  });

/** On whose behalf the admin service asks for a change; all of it goes into the audit log. */
export const actor = z.object({
  /** Wallet of the administrator, lower case. Owners check it against their own ADMIN_WALLETS. */
  admin: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  request_id: uuid,
  reason,
});
export type Actor = z.infer<typeof actor>;

/**
 * The list that the admin service asks an owner for. `page` may be 40,000 and more of a million rows, and its answer must
 * not take longer than that of page 1: the owner must not use OFFSET. It answers from memory (per column an order of all
 * rows that is kept up to date, the rows of the page read by their ids), or remembers the keys at which every so many pages
 * begin and reads from the nearest. Equal values are ordered by id, so that no row is on two pages. `search` matches any
 * displayed column, part of a word is enough; case does not matter.
 */
export const listRequest = <C extends readonly [string, ...string[]]>(columns: C) =>
  z.object({
    page: z.int().check(z.gte(1)),
    limit: z.int().check(z.gte(1), z.lte(100)),
    sort_by: z.enum(columns),
    sort_order: z.enum(['asc', 'desc']),
    search: searchText,
  });
