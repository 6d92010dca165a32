import { auditLog } from '@touchline/api/http/admin-audit';
import { toInstant } from '@touchline/api/values';
import type { Database } from '@touchline/service-kit/data/database';
import { readCursorPage } from '@touchline/service-kit/http/cursor-page';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { findChanges } from './audit.store.ts';

/** Serves the audit log in pages. The cursor is the time and id of the last row of a page. */
export function auditRoutes(routes: Routes, db: Database): void {
  route(routes, auditLog, async ({ query }) => {
    const { action = null, owner = null, admin = null, search = '' } = query;
    const { rows, next } = await readCursorPage(
      query,
      (page) => findChanges(db, { ...page, action, owner, admin, search }),
      (change) => change,
    );
    return { changes: rows.map((change) => ({ ...change, at: toInstant(change.at) })), next };
  });
}
