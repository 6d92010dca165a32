import { z } from 'zod/mini';
import { actor, cursor } from '../admin-values.ts';
import { requestType } from '../event.ts';
import { adminPayment, begunPayout, payout, payoutId, payoutKind } from '../http/admin-money.ts';
import { payoutState, searchText } from '../values.ts';

/** Keyset pagination, newest first. `after` is the cursor of the previous page. */
const paged = {
  limit: z.int().check(z.gte(1), z.lte(101)),
  after: z.nullable(cursor),
  search: searchText,
};

/**
 * The cursor is `<due_at in epoch ms>.<id without its owner>`: the admin service merges the lists of two owners by (due_at, id),
 * so both use the same cursor. `search` also matches the hash of the transaction that paid. Begin, report and give-up query the
 * chain: allow ten seconds.
 */
const list = z.object({ ...paged, kind: z.nullable(payoutKind), state: z.nullable(payoutState) });
const listed = z.object({
  payouts: z.array(payout),
  more: z.boolean(),
  total: z.number(),
  owed_total: z.string(),
});

const begin = z.object({ by: actor, id: payoutId });
const giveUp = z.object({ by: actor, id: payoutId, nothing_signed: z._default(z.boolean(), false) });
const report = z.object({
  by: actor,
  id: payoutId,
  transaction_hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
});

export const gamesPayoutsRequest = requestType('request.games.admin.payouts', list, listed);
export const stakingPayoutsRequest = requestType('request.staking.admin.payouts', list, listed);

/**
 * Claims a payout before money moves: DUE becomes SENDING, with the administrator as `payer`. STALE if another administrator has
 * claimed it, or if it was already sent, even by an unreported transfer. A repeated claim by the same administrator returns the
 * payout as not newly begun. CHANGE_REFUSED: not payable yet.
 */
export const beginGamesPayout = requestType('request.games.admin.begin-payout', begin, begunPayout);
export const beginStakingPayout = requestType('request.staking.admin.begin-payout', begin, begunPayout);

/**
 * Reports the transaction. The payout is SENT until the chain has a transfer of the exact amount from `sender` to the recipient,
 * then CONFIRMED. The request is idempotent. TX_ALREADY_USED: a transfer pays only one payout.
 */
export const reportGamesPayout = requestType('request.games.admin.report-payout', report, payout);
export const reportStakingPayout = requestType('request.staking.admin.report-payout', report, payout);

/**
 * Releases a claim if no money has moved: SENDING becomes DUE. STALE once a hash is known, or the chain has the transfer. Unless
 * `nothing_signed`, the payout is locked until a transfer that was signed for it can no longer be mined.
 */
export const giveUpGamesPayout = requestType('request.games.admin.give-up-payout', giveUp, payout);
export const giveUpStakingPayout = requestType('request.staking.admin.give-up-payout', giveUp, payout);

export const paymentsRequest = requestType(
  'request.games.admin.payments',
  z.object({ ...paged, only: z.nullable(z.enum(['unmatched', 'refund_due'])) }),
  z.object({ payments: z.array(adminPayment), next: z.nullable(cursor), total: z.number() }),
);
