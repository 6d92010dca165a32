import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';

/** A wallet's active stake changed. */
export const stakesChanged = event('staking.stakes.changed', z.object({ wallet: z.string() }));

/** Thousandths: 1 to 1.25, the ends of the table of tiers. */
const coefficientThousandths = z.int().check(z.gte(1000), z.lte(1250));

/** A step in a wallet's coefficient history: from `recorded_at` on it is `coefficient_thousandths`. */
export const coefficientStep = z.object({
  recorded_at: z.iso.datetime(),
  coefficient_thousandths: coefficientThousandths,
});

/** `version` counts the changes of the history and only grows: consumers ignore older versions. */
export const coefficientHistory = z.object({
  wallet: z.string(),
  version: z.int(),
  steps: z.array(coefficientStep),
});

/**
 * Games asks for the full history of some wallets. Empty list: every wallet that ever staked, ordered and paged; while
 * `more`, ask again with `after` set to the last wallet.
 */
export const coefficientsRequest = requestType(
  'request.staking.coefficients',
  z.object({ wallets: z.array(z.string()), after: z.optional(z.string()) }),
  z.object({ wallets: z.array(coefficientHistory), more: z.boolean() }),
);
