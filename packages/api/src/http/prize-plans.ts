import { z } from 'zod/mini';

/** Wei as a decimal string. */
export const wei = z.string().check(z.regex(/^\d{1,78}$/, 'must be an amount in wei'));

/** The token of a prize. */
export const prizeToken = z.object({
  address: z.string(),
  symbol: z.string(),
  decimals: z.number(),
});
export type PrizeToken = z.infer<typeof prizeToken>;

/** TOP: a fifth of the field, steep; HALF: the top half, equal; WINNER: one place; FIXED: the rows of the plan. */
export const prizeTemplate = z.enum(['TOP', 'HALF', 'WINNER', 'FIXED']);
/** ALL; STAKERS: an active stake when the game starts; ENTRANTS: a paid entry of the same season that joined before the game starts. */
export const prizeEligibility = z.enum(['ALL', 'STAKERS', 'ENTRANTS']);

/** Consecutive places with the same prize; `amount` in wei is the prize of each place. */
export const prizeRow = z.object({ from: z.number(), to: z.number(), amount: wei });
export type PrizeTableRow = z.infer<typeof prizeRow>;

/**
 * - PREVIEW: the game has not started. The table is that of the seats, or of the entries so far.
 * - PROVISIONAL: the game has started. The table follows the entries while joining is open, and the standings can still move.
 * - REVIEW: the results are final; administrators can correct them until `review_ends_at`.
 * - SETTLED: ranks and amounts are frozen; the vault does not have the tokens yet.
 * - FUNDED: the vault has the tokens of all prizes, seen in a final block by two RPCs.
 * - PAID: every prize is paid.
 * - NONE: the game was cancelled, or it ended without anything to pay.
 */
export const prizeState = z.enum(['PREVIEW', 'PROVISIONAL', 'REVIEW', 'SETTLED', 'FUNDED', 'PAID', 'NONE']);
export type PrizeState = z.infer<typeof prizeState>;

/** The announced prizes of a game. */
export const prizeSummary = z.object({
  state: prizeState,
  token: prizeToken,
  /** Wei; "0" for a game without a guarantee. */
  guarantee: wei,
  /** Wei: the greater of the guarantee and the paid entry fees less the commission; in a preview with seats, of all seats. */
  pool: wei,
  /** False while the reserves do not cover the guarantee; the game cannot be joined then. */
  covered: z.boolean(),
  /** Basis points of the entry fees that the operator keeps. */
  commission_bps: z.number(),
  template: prizeTemplate,
  /** A game with fewer entries when joining closes is cancelled, and all fees are refunded. */
  min_entries: z.number(),
  eligibility: prizeEligibility,
  places_paid: z.number(),
  /** Wei; "0" if the pool is empty. */
  first_prize: wei,
  /** At most 30 rows, best place first; their sum is the pool. */
  table: z.array(prizeRow),
});
export type PrizeSummary = z.infer<typeof prizeSummary>;
