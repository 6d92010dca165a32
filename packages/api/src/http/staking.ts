import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, tokenAmount } from '../values.ts';
import { TRANSACTION_HASH } from './entries.ts';

/** A staking tier: whole tokens from `min` to `max` (null: no upper bound), label, colour and coefficient. */
export const tier = z.object({
  min: z.number(),
  max: z.nullable(z.number()),
  label: z.string(),
  color: z.string(),
  coefficient: z.number(),
});

/** Reason why a transfer must be returned: its lock has ended, or it could not be accepted as a stake. */
export const owedReason = z.enum(['UNLOCKED', 'BELOW_MINIMUM', 'OVER_MAXIMUM', 'SEASON_OVER']);

export const stake = z.object({
  id: z.uuid(),
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  lock_start_date: instant,
  lock_end_date: instant,
});

export const owed = z.object({
  /** Null for a transfer that never became a stake. */
  stake_id: z.nullable(z.uuid()),
  transaction_hash: z.string(),
  reason: owedReason,
  principal: z.string(),
  interest: z.string(),
  /** Time at which the amount became due. */
  unlocked_at: instant,
});

/** A transfer to the wallet: a returned stake, its interest, or the refund of a transfer that could not be accepted. */
const paid = z.object({
  kind: z.enum(['REFUND', 'STAKE_RETURN', 'INTEREST']),
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  /** SENT until the transaction is confirmed on the chain. */
  state: z.enum(['SENT', 'CONFIRMED']),
  transaction_hash: z.string(),
  sent_at: z.nullable(instant),
});

export const createStake = endpoint({
  method: 'POST',
  path: '/staking',
  auth: 'player',
  limit: 'stake',
  summary: 'Record a transfer to the staking wallet as a stake. A repeated request returns the same stake',
  body: z.strictObject({
    amount: tokenAmount,
    transaction_hash: z.string().check(z.regex(TRANSACTION_HASH, 'must be a transaction hash')),
  }),
  data: z.union([
    z.object({
      stake,
      coefficientUpdate: z.optional(
        z.object({ updatedParticipations: z.number(), newCoefficient: z.number() }),
      ),
    }),
    z.object({ status: z.literal('PENDING') }),
  ]),
  status: 201,
  also: {
    200: 'The transfer is already recorded as a stake',
    202: 'The transfer is not confirmed yet: repeat the request, never the transfer',
  },
  errorCodes: ['TX_REVERTED', 'TX_NOT_PAYMENT', 'TX_ALREADY_USED', 'STAKE_REFUSED', 'PAUSED'],
});

export const myStakes = endpoint({
  method: 'GET',
  path: '/staking/my-stakes',
  auth: 'player',
  summary: "The user's stakes, tier and coefficient",
  data: z.object({
    total_staked: z.string(),
    coefficient: z.number(),
    active_stakes: z.array(stake),
    tier_info: z.pick(tier, { min: true, max: true, label: true, color: true }),
    /** Amounts due to the wallet and not sent yet: unlocked stakes with interest, and transfers that could not be accepted. */
    owed: z.array(owed),
    /** The most recent transfers to the wallet. */
    paid: z._default(z.array(paid), []),
  }),
});

export type MyStakes = z.infer<typeof myStakes.data>;

export const stakingStats = endpoint({
  method: 'GET',
  path: '/staking/stats',
  auth: 'none',
  summary: 'Totals over all wallets',
  data: z.object({ total_staked: z.string(), active_stakers: z.number(), average_stake: z.string() }),
});

export type StakingStats = z.infer<typeof stakingStats.data>;

export const stakingTiers = endpoint({
  method: 'GET',
  path: '/staking/tiers',
  auth: 'none',
  summary: 'The tier table, the end date of locks of this season, and whether staking is closed',
  data: z.object({
    tiers: z.array(tier),
    /** Null until the season is known. */
    lock_end_date: z.nullable(instant),
    /** True between seasons, when a transfer would only be returned, or while staking is paused. */
    closed: z.boolean(),
    /** True if administrators have paused staking. */
    paused: z.optional(z.boolean()),
  }),
});

export type StakingTiers = z.infer<typeof stakingTiers.data>;
