import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, instant, uuid } from '../values.ts';
import { prizeRow, prizeSummary, prizeToken, wei } from './prize-plans.ts';

/**
 * State of a prize.
 * - DUE: the settlement is frozen, and the prize is not claimed.
 * - SENT: the chain has the payment, in a block that is not final.
 * - CONFIRMED: the payment is final. A reorganisation that removes it sets the prize back to DUE.
 */
export const prizePaymentState = z.enum(['DUE', 'SENT', 'CONFIRMED']);
export type PrizePaymentState = z.infer<typeof prizePaymentState>;

/** The settlement on the chain: `settle` of the prize vault, seen in a final block by two RPCs. */
export const prizeFunding = z.object({
  transaction_hash: z.string(),
  /** From this time on the vault accepts claims. */
  claims_open_at: instant,
});

/** A prize level of the table with the entry that holds its last place now. */
export const prizeLevel = z.extend(prizeRow, {
  /** Null while the place is not taken, and before the first points. */
  last: z.nullable(
    z.object({
      rank: z.number(),
      participation_id: uuid,
      wallet_address: z.string(),
      team_name: z.string(),
      earned_points: z.number(),
    }),
  ),
});
export type PrizeLevel = z.infer<typeof prizeLevel>;

export const gamePrizes = endpoint({
  method: 'GET',
  path: '/games/:id/prizes',
  auth: 'none',
  summary: 'Prize table of a game with the entry on the last place of each level',
  params: idParam,
  data: z.object({
    game_id: uuid,
    prizes: prizeSummary,
    /** Entries that can win a prize, from the review on. Before it all entries, or the seats while players can join. */
    entrants: z.number(),
    levels: z.array(prizeLevel),
    /** End of the review; null outside it. */
    review_ends_at: z.nullable(instant),
    settled_at: z.nullable(instant),
  }),
});
export type GamePrizes = z.infer<typeof gamePrizes.data>;

/** Data of a claim: `claim(game, index, account, amount, proof)` of the vault. */
export const prizeClaim = z.object({
  chain_id: z.number(),
  vault: z.string(),
  game_key: z.string(),
  index: z.number(),
  account: z.string(),
  amount: wei,
  proof: z.array(z.string()),
});
export type PrizeClaim = z.infer<typeof prizeClaim>;

/** A prize of the user. */
export const myPrize = z.object({
  game_id: uuid,
  game_name: z.string(),
  participation_id: uuid,
  team_name: z.string(),
  rank: z.number(),
  /** Number of ranked entries. */
  entries: z.number(),
  token: prizeToken,
  amount: wei,
  state: prizePaymentState,
  settled_at: instant,
  /** The transaction that paid it; null until SENT. */
  transaction_hash: z.nullable(z.string()),
  /** From this time on the prize can be claimed; null while the vault does not have the tokens. */
  claims_open_at: z.nullable(instant),
  /** True after the owner of the vault took the unclaimed prizes back. The prize is still owed. */
  reclaimed: z.boolean(),
  /** Null while the vault does not have the tokens, and once the prize is paid. The vault rejects it before `claims_open_at`. */
  claim: z.nullable(prizeClaim),
});
export type MyPrize = z.infer<typeof myPrize>;

export const myPrizes = endpoint({
  method: 'GET',
  path: '/prizes/mine',
  auth: 'player',
  summary: "The user's prizes in all games, latest first, with the data to claim them",
  data: z.object({ prizes: z.array(myPrize) }),
});
export type MyPrizes = z.infer<typeof myPrizes.data>;
