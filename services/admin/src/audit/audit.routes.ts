import { auditLog } from '@touchline/api/http/admin-audit';
import { uuid } from '@touchline/api/values';
import type { Database } from '@touchline/service-kit/data/database';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { validationError } from '@touchline/service-kit/http/validate';
import { findChanges } from './audit.store.ts';

/** Serves the audit log in pages. The cursor is the time and id of the last row of a page. */
export function auditRoutes(routes: Routes, db: Database): void {
  route(routes, auditLog, async ({ query }) => {
    const { limit, after, action = null, owner = null, admin = null, search = '' } = query;
    const position = after === undefined ? null : parseCursor(after);
    const rows = await findChanges(db, { limit: limit + 1, after: position, action, owner, admin, search });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      changes: page.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
      next: rows.length > limit && last ? `${last.at}.${last.id}` : null,
    };
  });
}

function parseCursor(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (at === undefined || !uuid.safeParse(id).success)
    throw validationError([{ path: 'after', message: 'must be the cursor of a page' }]);
  return { at: Number(at), id: id! };
}
