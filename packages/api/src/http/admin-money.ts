import { z } from 'zod/mini';
import { cursor, pagedByCursor } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, payoutState, searchText } from '../values.ts';
import { TRANSACTION_HASH } from './entries.ts';

/**
 * Kind of a payout; each payout is one transfer. The games service pays refunds; the staking service pays refunds, returned stakes and
 * interest. The prize vault pays prizes, which are not payouts.
 */
export const payoutKind = z.enum(['REFUND', 'STAKE_RETURN', 'INTEREST']);
export type PayoutKind = z.infer<typeof payoutKind>;
export type PayoutState = z.infer<typeof payoutState>;

/** The owning service and its own id: `games.…` or `staking.…`. */
export const payoutId = z
  .string()
  .check(z.regex(/^(games|staking)\.[\w-]{1,120}$/, 'must be the id of a payout'));

/** A transfer to a wallet that is due or was sent. */
export const payout = z.object({
  id: payoutId,
  kind: payoutKind,
  /** A stable code such as GAME_CANCELLED, UNDERPAID or UNLOCKED. */
  reason: z.string(),
  /** The reason as text, with the name of the game or the end date of the lock. */
  because: z.string(),
  /** The receiving wallet; never a manually entered address. */
  recipient: z.string(),
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  state: payoutState,
  /** False while the incoming payment is not final, or the payout is locked. */
  payable: z.boolean(),
  /** True while it is due, was given up, and a transfer that was signed for it could still be mined. */
  locked: z._default(z.boolean(), false),
  /** Our wallet that must send it: the treasury or the staking wallet. */
  sender: z.string(),
  /** The administrator who is paying or has paid; null for an unreported transfer. */
  payer: z.nullable(z.string()),
  /** The paying transaction, reported by an administrator or found on the chain. */
  transaction_hash: z.nullable(z.string()),
  /** True once confirmed and safe from chain reorganisations. */
  final: z.boolean(),
  /** The incoming transaction that this payout refers to. */
  paid_with: z.nullable(z.string()),
  game_id: z.nullable(z.string()),
  due_at: instant,
  begun_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  confirmed_at: z.nullable(instant),
});
export type Payout = z.infer<typeof payout>;

const idParam = z.strictObject({ id: payoutId });
const payoutData = z.object({ payout });
/** Response to a claim. */
export const begunPayout = z.object({
  payout,
  /**
   * True if this request claimed the payout. False if the same administrator had already claimed it, here or on another device:
   * the money may have been sent, so the client must not send it.
   */
  newly_begun: z.boolean(),
});

/**
 * A cursor is `<due_at in epoch ms>.<id without its owner>`: the admin service merges the lists of two owners by (due_at, id), so
 * both use the same cursor. Begin, report and give-up query the chain.
 */
export const listPayouts = endpoint({
  method: 'GET',
  path: '/admin/payouts',
  auth: 'admin',
  owner: ['games', 'staking'],
  summary: 'Payouts due and sent, most recently due first, paged by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    kind: z.optional(payoutKind),
    state: z.optional(payoutState),
    /** Substring of a wallet, hash or game name, or the id without its owner. */
    search: z.optional(searchText),
  }),
  data: z.object({
    payouts: z.array(payout),
    /** Null on the last page. */
    next: z.nullable(cursor),
    /** Totals over all pages. */
    total: z.number(),
    owed_total: z.string(),
  }),
});

export const beginPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/begin',
  auth: 'admin',
  owner: ['games', 'staking'],
  summary:
    'Claim a payout before sending it: DUE becomes SENDING. A repeated claim by the same administrator is not newly begun; a claim by another administrator is STALE',
  params: idParam,
  data: begunPayout,
  errorCodes: ['STALE', 'CHANGE_REFUSED'],
});

export const reportPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/report',
  auth: 'admin',
  owner: ['games', 'staking'],
  summary:
    'Report the paying transaction. Repeat the request until the payout is CONFIRMED, but never repeat the transfer',
  params: idParam,
  body: z.strictObject({
    transaction_hash: z.pipe(
      z.string().check(z.regex(TRANSACTION_HASH, 'must be a transaction hash')),
      z.transform((hash) => hash.toLowerCase()),
    ),
  }),
  data: payoutData,
  errorCodes: ['STALE', 'TX_NOT_PAYMENT', 'TX_REVERTED', 'TX_ALREADY_USED'],
});

export const giveUpPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/give-up',
  auth: 'admin',
  owner: ['games', 'staking'],
  summary:
    'Release a claim if no money has moved: SENDING becomes DUE. STALE once a hash is known, the chain has the transfer, or the payout has been claimed again. Unless nothing was signed, the payout is locked until a transfer that was signed for it can no longer be mined',
  params: idParam,
  body: z.strictObject({
    /** True only if the wallet was not asked or declined, so that no transfer for this claim can exist. */
    nothing_signed: z._default(z.boolean(), false),
    /** The payout's `begun_at` in the response to this claim. Without it, `nothing_signed` has no effect. */
    begun_at: z.optional(instant),
  }),
  data: payoutData,
  errorCodes: ['STALE'],
});

/** A payment to the treasury that did not become an entry. */
export const adminPayment = z.object({
  transaction_hash: z.string(),
  log_index: z.number(),
  sender: z.string(),
  /** Whole FOOTBALL: the received amount, and the amount to refund. */
  amount: z.string(),
  refund: z.string(),
  /** UNMATCHED if no reservation matches yet. Otherwise the reason of the refund, as in the list of payouts. */
  reason: z.string(),
  game_id: z.nullable(z.string()),
  reservation_id: z.nullable(z.string()),
  /** State of the transfer on the chain. */
  state: z.enum(['SEEN', 'CONFIRMED', 'FINAL']),
  paid_at: instant,
  /** Null while UNMATCHED. */
  payout_id: z.nullable(payoutId),
});
export type AdminPayment = z.infer<typeof adminPayment>;

export const listAdminPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  auth: 'admin',
  owner: 'games',
  summary: 'Payments that are unmatched or to be refunded, newest first, paged by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    only: z.optional(z.enum(['unmatched', 'refund_due'])),
    search: z.optional(searchText),
  }),
  data: z.object({ payments: z.array(adminPayment), next: z.nullable(cursor), total: z.number() }),
});
