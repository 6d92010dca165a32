import { z } from 'zod/mini';
import { cursor, editQuery, pagedByCursor, reason, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, instant, uuid, walletAddress } from '../values.ts';
import { prizeEligibility, prizeRow, prizeState, prizeSummary, prizeTemplate, wei } from './prize-plans.ts';
import { prizeClaim, prizeFunding } from './prizes.ts';

/** The editable fields of a prize plan. Omitted fields remain unchanged. */
export const prizePlanChange = z.strictObject({
  /** Address of a configured prize token. */
  token: z.optional(walletAddress),
  guarantee: z.optional(wei),
  commission_bps: z.optional(z.int().check(z.gte(0), z.lte(10_000))),
  template: z.optional(prizeTemplate),
  /** FIXED only. */
  rows: z.optional(
    z.array(z.strictObject(prizeRow.shape)).check(z.maxLength(30, 'must have at most 30 rows')),
  ),
  min_entries: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  eligibility: z.optional(prizeEligibility),
});

/** The prize plan of a game, with the version that a change must include. */
export const adminPrizePlan = z.object({
  game_id: uuid,
  version,
  prizes: prizeSummary,
  /** FIXED only; otherwise empty. */
  rows: z.array(prizeRow),
  /** True since the first entry or reservation: PRIZE_PLAN_FIXED. */
  fixed: z.boolean(),
  /** Tokens that a plan may use. */
  tokens: z.array(prizeSummary.shape.token),
  /** Why the game stays closed, even in its join window; null if the reserves covered its guarantee, and if it is cancelled or final. */
  closed_because: z.nullable(z.string()),
});
export type AdminPrizePlan = z.infer<typeof adminPrizePlan>;

export const getPrizePlan = endpoint({
  method: 'GET',
  path: '/admin/games/:id/prizes',
  auth: 'admin',
  owner: 'games',
  summary: 'Prize plan of a game, with its version (also sent as ETag)',
  params: idParam,
  data: z.object({ plan: adminPrizePlan }),
});

export const updatePrizePlan = endpoint({
  method: 'PUT',
  path: '/admin/games/:id/prizes',
  auth: 'admin',
  owner: 'games',
  summary: 'Change the prize plan of a game. PRIZE_PLAN_FIXED after the first entry or reservation',
  params: idParam,
  query: editQuery,
  body: prizePlanChange,
  versioned: true,
  data: z.object({ plan: adminPrizePlan }),
  errorCodes: ['PRIZE_PLAN_FIXED'],
});

/** Rank and prize of an entry without (before) and with (after) all corrections. */
export const prizeDifference = z.object({
  participation_id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  rank_before: z.nullable(z.number()),
  rank_after: z.nullable(z.number()),
  amount_before: wei,
  amount_after: wei,
});
export type PrizeDifference = z.infer<typeof prizeDifference>;

/** A settlement from the start of its review on. */
export const adminSettlement = z.object({
  game_id: uuid,
  game_name: z.string(),
  /** Version of the proposal; an approval must include it. */
  version,
  prizes: prizeSummary,
  entries: z.number(),
  winners: z.number(),
  /** End of the review; null once settled. */
  review_ends_at: z.nullable(instant),
  settled_at: z.nullable(instant),
  /** Number of changes by administrators that can decide prizes, whenever they were made. */
  corrections: z.number(),
  /** Wei of the prizes that corrections moved; all prizes after a change of a stake, a coefficient, a lineup or the game's times. */
  moved: wei,
  /** True while `moved` is above the limit and no second administrator has approved this proposal. */
  approval_needed: z.boolean(),
  approved_by: z.nullable(z.string()),
  root: z.nullable(z.string()),
  funding: z.nullable(prizeFunding),
  /** True while the settlement is on the chain, in a block that is not final. */
  funding_seen: z.boolean(),
  /** Why a `settle` transaction on the chain is not accepted as the funding; null without such a transaction. */
  funding_problem: z.nullable(z.string()),
  /** Wei that were taken back from the vault and are still owed; null unless a refill is due. */
  refill_due: z.nullable(wei),
  /** True while the amount to fund is above the limit and no second administrator has approved it. */
  funding_approval_needed: z.boolean(),
  /** The administrator who approved the funding, and therefore cannot send it; null without a valid approval. */
  funding_approved_by: z.nullable(z.string()),
  /** True after a funding above the limit reached the chain that no second administrator had approved. */
  funding_unapproved: z.boolean(),
  prizes_paid: z.number(),
});
export type AdminSettlement = z.infer<typeof adminSettlement>;

export const listSettlements = endpoint({
  method: 'GET',
  path: '/admin/prizes',
  auth: 'admin',
  owner: 'games',
  summary: 'Prizes in review, to be funded and to be paid, latest first, paged by cursor',
  query: z.strictObject({ ...pagedByCursor, state: z.optional(prizeState) }),
  data: z.object({ settlements: z.array(adminSettlement), next: z.nullable(cursor), total: z.number() }),
});

/** A contract call to sign with the treasury. */
export const contractCall = z.object({ to: z.string(), data: z.string() });

export const getSettlement = endpoint({
  method: 'GET',
  path: '/admin/prizes/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'The settlement of a game, with the prizes that its corrections changed',
  params: idParam,
  data: z.object({
    settlement: adminSettlement,
    /** Largest change of an amount first; at most 100. */
    differences: z.array(prizeDifference),
    /** Returns the tokens from the vault to the treasury; null unless the vault has a settlement whose claims are not open. */
    revoke: z.nullable(contractCall),
  }),
});

export const approveSettlement = endpoint({
  method: 'POST',
  path: '/admin/prizes/:id/approve',
  auth: 'admin',
  owner: 'games',
  summary: 'Approve the corrections of a review. CHANGE_REFUSED for an administrator who made one of them',
  params: idParam,
  body: z.strictObject({ reason }),
  versioned: true,
  data: z.object({ settlement: adminSettlement }),
  errorCodes: ['CHANGE_REFUSED'],
});

export const getSettlementFunding = endpoint({
  method: 'GET',
  path: '/admin/prizes/:id/funding',
  auth: 'admin',
  owner: 'games',
  summary:
    'Calls that fund or refill a settlement, to be signed by the treasury. CHANGE_REFUSED unless it is SETTLED, and approved by another administrator above the limit',
  params: idParam,
  data: z.object({
    chain_id: z.number(),
    /** The wallet that must send the calls. */
    sender: z.string(),
    vault: z.string(),
    game_key: z.string(),
    token: prizeSummary.shape.token,
    root: z.string(),
    /** Amount that the treasury sends: the pool, or the rest that was taken back. */
    total: wei,
    approve: contractCall,
    settle: contractCall,
    /** Sent instead of `settle` after the unclaimed prizes were taken back; otherwise null. */
    refill: z.nullable(contractCall),
  }),
  errorCodes: ['CHANGE_REFUSED'],
});

export const approveFunding = endpoint({
  method: 'POST',
  path: '/admin/prizes/:id/funding-approval',
  auth: 'admin',
  owner: 'games',
  summary:
    'Approve a funding above the limit, which another administrator has to send, or withdraw the approval',
  params: idParam,
  body: z.strictObject({ approved: z.boolean(), reason }),
  versioned: true,
  data: z.object({ settlement: adminSettlement }),
  errorCodes: ['CHANGE_REFUSED'],
});

/** Prizes in one `claimMany` transaction. */
export const PRIZES_PER_BATCH = 100;

export const listUnpaidPrizes = endpoint({
  method: 'GET',
  path: '/admin/prizes/:id/unpaid',
  auth: 'admin',
  owner: 'games',
  summary: 'The next 100 unpaid prizes of a funded settlement with their proofs, to be paid with `claimMany`',
  params: idParam,
  query: z.strictObject({ after: z.optional(cursor) }),
  data: z.object({
    claims: z.array(prizeClaim),
    /** The `claimMany` call of these claims; null without any. */
    call: z.nullable(contractCall),
    next: z.nullable(cursor),
    /** Unpaid prizes of the settlement, and their sum. */
    total: z.number(),
    amount: wei,
  }),
  errorCodes: ['CHANGE_REFUSED'],
});
