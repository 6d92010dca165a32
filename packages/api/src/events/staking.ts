import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';

/** A wallet's active stake changed, or an administrator edited one of its stakes. */
export const stakesChanged = event('staking.stakes.changed', z.object({ wallet: z.string() }));

/** Thousandths, 1 to 1.25: the range of the tier table. */
const coefficientThousandths = z.int().check(z.gte(1000), z.lte(1250));

/** A step of a wallet's coefficient history: `coefficient_thousandths` applies from `recorded_at`. */
export const coefficientStep = z.object({
  recorded_at: z.iso.datetime(),
  coefficient_thousandths: coefficientThousandths,
});

/** `version` increases with each change of the history; consumers ignore older versions. */
export const coefficientHistory = z.object({
  wallet: z.string(),
  version: z.int(),
  steps: z.array(coefficientStep),
  /**
   * Edits of the wallet's stakes by administrators that can change its coefficient, earliest first. `until` is when an edit of an
   * unlocked stake has lost its effect, otherwise null.
   */
  edits: z.array(z.object({ at: z.iso.datetime(), admin: z.string(), until: z.nullable(z.iso.datetime()) })),
});

/**
 * Games requests the full history of some wallets. An empty list requests every wallet that ever staked, ordered and paged. While
 * `more` is true, repeat the request with `after` set to the last wallet.
 */
export const coefficientsRequest = requestType(
  'request.staking.coefficients',
  z.object({ wallets: z.array(z.string()), after: z.optional(z.string()) }),
  z.object({ wallets: z.array(coefficientHistory), more: z.boolean() }),
);

/** Games requests what the staking wallet owed at a block, for the public reserves. Amounts in wei. */
export const stakingLiabilitiesRequest = requestType(
  'request.staking.liabilities',
  /** The last block that games has read. */
  z.object({ block: z.int() }),
  z.object({
    /** Block of the debts: the requested one, or the last that staking has read if that is earlier. */
    block: z.int(),
    /** The staking wallet, in lower case. */
    wallet: z.string(),
    /** Principal that is not returned. */
    stakes: z.string(),
    /** Interest to date that is not paid. */
    interest: z.string(),
    /** Refunds, and received transfers whose use is not decided. */
    refunds: z.string(),
  }),
);
