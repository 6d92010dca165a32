import { z } from 'zod/mini';
import { cursor, pagedByCursor } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, payoutState, searchText } from '../values.ts';
import { TRANSACTION_HASH } from './entries.ts';

/** What is paid out, a row for one transfer: games owe refunds and prizes, staking refunds, stakes and their interest. */
export const payoutKind = z.enum(['REFUND', 'PRIZE', 'STAKE_RETURN', 'INTEREST']);
export type PayoutKind = z.infer<typeof payoutKind>;
export type PayoutState = z.infer<typeof payoutState>;

/** The owner and its own key: `games.…` or `staking.…`. */
export const payoutId = z
  .string()
  .check(z.regex(/^(games|staking)\.[\w-]{1,120}$/, 'must be the id of a payout'));

/** Something that the product owes to a wallet, or has sent. */
export const payout = z.object({
  id: payoutId,
  kind: payoutKind,
  /** A stable upper-case word (GAME_CANCELLED, UNDERPAID, UNLOCKED ...). */
  reason: z.string(),
  /** The same for people, with the name of the game or the date of the lock's end. */
  because: z.string(),
  /** The wallet that gets it; never an address that somebody typed. */
  recipient: z.string(),
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  state: payoutState,
  /** Due, but not payable yet: the payment it gives back is not final, or the entry has not been decided. */
  payable: z.boolean(),
  /** Our wallet that must send it: the treasury, or the staking wallet. */
  sender: z.string(),
  /** The administrator who is paying or has paid; null for a transfer that nobody had announced. */
  payer: z.nullable(z.string()),
  /** The transaction that pays, named by an administrator or found on the chain. */
  transaction_hash: z.nullable(z.string()),
  /** Confirmed, and no reorganisation can remove it. */
  final: z.boolean(),
  /** The transaction with which the money came to us. */
  paid_with: z.nullable(z.string()),
  game_id: z.nullable(z.string()),
  due_at: instant,
  begun_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  confirmed_at: z.nullable(instant),
});
export type Payout = z.infer<typeof payout>;

const idParam = z.strictObject({ id: payoutId });
const one = z.object({ payout });
/** The answer to a begin. */
export const begunPayout = z.object({
  payout,
  /**
   * Whether this very call claimed the payout. False when the same administrator had claimed it before, here or on another
   * device: then the money may have been sent, and the caller must not send it.
   */
  newly_begun: z.boolean(),
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/admin/payouts',
  auth: 'admin',
  summary: 'Money owed and sent, the latest due first, by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    kind: z.optional(payoutKind),
    state: z.optional(payoutState),
    /** Part of a wallet, a hash or the name of a game. */
    search: z.optional(searchText),
  }),
  data: z.object({
    payouts: z.array(payout),
    /** Null on the last page. */
    next: z.nullable(cursor),
    /** Of everything that matches, whatever the page. */
    total: z.number(),
    owed_total: z.string(),
  }),
});

export const beginPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/begin',
  auth: 'admin',
  summary:
    'Claim a payout before the wallet is asked: SENDING. Repeated by the same administrator it is the same, not newly begun; for another one it is STALE',
  params: idParam,
  data: begunPayout,
  refuses: ['STALE', 'CHANGE_REFUSED'],
});

export const reportPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/report',
  auth: 'admin',
  summary: 'Name the transaction that pays. Repeat the call until it is CONFIRMED, never the transfer',
  params: idParam,
  body: z.strictObject({
    transaction_hash: z.pipe(
      z.string().check(z.regex(TRANSACTION_HASH, 'must be a transaction hash')),
      z.transform((hash) => hash.toLowerCase()),
    ),
  }),
  data: one,
  refuses: ['STALE', 'TX_NOT_PAYMENT', 'TX_REVERTED', 'TX_ALREADY_USED'],
});

export const giveUpPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/give-up',
  auth: 'admin',
  summary: 'No money has moved: back to DUE. Refused once a hash is known, or the chain has the transfer',
  params: idParam,
  data: one,
  refuses: ['STALE'],
});

/** A payment to the treasury that is no entry. */
export const adminPayment = z.object({
  transaction_hash: z.string(),
  log_index: z.number(),
  sender: z.string(),
  /** Whole FOOTBALL: what arrived, and how much of it is to go back. */
  amount: z.string(),
  refund: z.string(),
  /** UNMATCHED: nothing fits it yet. Otherwise why it is owed back, as in the list of payouts. */
  reason: z.string(),
  game_id: z.nullable(z.string()),
  reservation_id: z.nullable(z.string()),
  /** State of the transfer on the chain. */
  state: z.enum(['SEEN', 'CONFIRMED', 'FINAL']),
  paid_at: instant,
  /** Null while it is UNMATCHED. */
  payout_id: z.nullable(payoutId),
});
export type AdminPayment = z.infer<typeof adminPayment>;

export const listAdminPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  auth: 'admin',
  summary: 'Payments that match nothing, or are owed back; the latest first, by cursor',
  query: z.strictObject({
    ...pagedByCursor,
    only: z.optional(z.enum(['unmatched', 'refund_due'])),
    search: z.optional(searchText),
  }),
  data: z.object({ payments: z.array(adminPayment), next: z.nullable(cursor), total: z.number() }),
});
