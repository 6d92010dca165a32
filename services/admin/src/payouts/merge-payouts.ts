import type { Payout } from '@touchline/api/http/admin-money';
import { weiToTokens, tokensToWei } from '@touchline/rules/tokens';

/** One owner's answer: its payouts after the cursor, the latest due first. */
interface OwnersPayouts {
  payouts: Payout[];
  /** It has more than it answered. */
  more: boolean;
  total: number;
  owed_total: string;
}

/** The owner's own key of a payout: its id without the owner. */
const getOwnerKey = ({ id }: Payout) => id.slice(id.indexOf('.') + 1);

/** Where a page ends, as every owner reads it. */
const formatCursor = (payout: Payout) => `${Date.parse(payout.due_at)}.${getOwnerKey(payout)}`;

/** The latest due first, then by key; keys compare by code points, as the owners' databases do. */
function compareLatestFirst(a: Payout, b: Payout): number {
  const byTime = Date.parse(b.due_at) - Date.parse(a.due_at);
  if (byTime !== 0) return byTime;
  return getOwnerKey(a) < getOwnerKey(b) ? 1 : -1;
}

/** One page of the payouts of several owners; each must have been asked for at least `limit` after the same cursor. */
export function mergePayouts(answers: readonly OwnersPayouts[], limit: number) {
  const all = answers.flatMap(({ payouts }) => payouts).sort(compareLatestFirst);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const more = all.length > page.length || answers.some((answer) => answer.more);
  return {
    payouts: page,
    next: more && last ? formatCursor(last) : null,
    total: answers.reduce((sum, { total }) => sum + total, 0),
    owed_total: weiToTokens(answers.reduce((sum, { owed_total }) => sum + tokensToWei(owed_total), 0n)),
  };
}
