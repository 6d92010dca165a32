import type { Payout } from '@touchline/api/http/admin-money';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import { formatCursor } from '@touchline/service-kit/http/cursor-page';

/** Reply of an owner: its payouts after the cursor, latest due first. */
interface OwnerPayouts {
  payouts: Payout[];
  /** Null if the owner has no payouts after these. */
  next: string | null;
  total: number;
  owed_total: string;
}

/** Returns the key of a payout at its owner: its id without the owner's prefix. */
const getOwnerKey = ({ id }: Payout) => id.slice(id.indexOf('.') + 1);

/** Compares by due time, latest first, then by key. Keys compare by code points, as in the owners' databases. */
function compareLatestFirst(a: Payout, b: Payout): number {
  const byTime = Date.parse(b.due_at) - Date.parse(a.due_at);
  if (byTime !== 0) return byTime;
  return getOwnerKey(a) < getOwnerKey(b) ? 1 : -1;
}

/** Merges the replies of several owners into a page. Each owner must have been requested with the same cursor and `limit` or more. */
export function mergePayouts(replies: readonly OwnerPayouts[], limit: number) {
  const all = replies.flatMap(({ payouts }) => payouts).sort(compareLatestFirst);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const more = all.length > page.length || replies.some(({ next }) => next !== null);
  return {
    payouts: page,
    next: more && last ? formatCursor({ at: Date.parse(last.due_at), id: getOwnerKey(last) }) : null,
    total: replies.reduce((sum, { total }) => sum + total, 0),
    owed_total: weiToTokens(replies.reduce((sum, { owed_total }) => sum + tokensToWei(owed_total), 0n)),
  };
}
