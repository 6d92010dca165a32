import { validationError } from './validate.ts';

/** Place of a row in a list by time (epoch ms) and id, latest first. */
export interface Position {
  at: number;
  id: string;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Reads a page of a list. The cursor of the next page, `<time>.<id>`, is the position of the last row.
 * @param read reads up to `limit` rows after a position; null for the first page
 * @param ids format of the ids, default UUID
 * @throws TouchlineError VALIDATION_FAILED for a cursor that no page of such a list has
 */
export async function readCursorPage<R>(
  { limit, after }: { limit: number; after?: string | undefined },
  read: (page: { limit: number; after: Position | null }) => Promise<R[]>,
  toPosition: (row: R) => Position,
  ids: RegExp = UUID,
): Promise<{ rows: R[]; next: string | null }> {
  const found = await read({ limit: limit + 1, after: after === undefined ? null : parseCursor(after, ids) });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? formatCursor(toPosition(last)) : null };
}

export const formatCursor = ({ at, id }: Position): string => `${at}.${id}`;

function parseCursor(cursor: string, ids: RegExp): Position {
  const [, at, id = ''] = /^(\d{1,13})\.(.+)$/.exec(cursor) ?? [];
  if (at === undefined || !ids.test(id))
    throw validationError([{ path: 'after', message: 'must be the cursor of a page' }]);
  return { at: Number(at), id };
}
