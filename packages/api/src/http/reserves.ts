import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { prizeToken, wei } from './prize-plans.ts';

/** One of our accounts on the chain. */
export const reserveBalance = z.object({
  account: z.enum(['TREASURY', 'STAKING', 'VAULT']),
  address: z.string(),
  balance: wei,
});

/**
 * A kind of debt.
 * - ENTRY_FEES: paid fees of games that are not settled; prizes or refunds.
 * - GUARANTEES: what these fees lack to the guarantees of the games.
 * - PRIZES: prizes that are not paid.
 * - REFUNDS: refunds that are due, and received transfers whose use is not decided.
 * - STAKES: principal of stakes that is not returned.
 * - INTEREST: interest that stakes have earned until now and that is not paid.
 */
export const liabilityKind = z.enum(['ENTRY_FEES', 'GUARANTEES', 'PRIZES', 'REFUNDS', 'STAKES', 'INTEREST']);

/** Assets and debts in one token; amounts in wei. */
export const tokenReserves = z.object({
  token: prizeToken,
  balances: z.array(reserveBalance),
  assets: wei,
  liabilities: z.array(z.object({ kind: liabilityKind, amount: wei })),
  owed: wei,
  /** Assets divided by debts, rounded down to four decimals; null without debts. */
  ratio: z.nullable(z.number()),
});
export type TokenReserves = z.infer<typeof tokenReserves>;

export const reserves = endpoint({
  method: 'GET',
  path: '/reserves',
  auth: 'none',
  summary:
    'Balances at one block, debts by kind and their ratio, by token. Computed at most every 30 seconds',
  data: z.object({
    computed_at: instant,
    chain_id: z.number(),
    /** The block of all balances, on which two RPCs agree. */
    block: z.number(),
    tokens: z.array(tokenReserves),
    /** True if every token covers its debts. */
    covered: z.boolean(),
  }),
});
export type Reserves = z.infer<typeof reserves.data>;

/** Path of the reserves as CSV below /api. It has no envelope. */
export const RESERVES_CSV_PATH = '/reserves.csv';
