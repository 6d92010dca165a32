import { z } from 'zod';
import { event, question } from '../event.ts';

/** A wallet's active stake changed. */
export const stakesChanged = event('staking.stakes.changed', z.object({ wallet: z.string() }));

/** The history of a wallet's multiplier: from `recorded_at` on it is `coefficient_thousandths`. */
export const coefficientStep = z.object({
  recorded_at: z.iso.datetime(),
  coefficient_thousandths: z.number().int(),
});

/** `version` counts the changes of the wallet's history and only grows: what is older than what one has is dropped. */
export const coefficientHistory = z.object({
  wallet: z.string(),
  version: z.number().int(),
  steps: z.array(coefficientStep),
});

/**
 * games asks for the whole history of some wallets. Empty list: everybody who ever staked, in order of wallet, page by
 * page: while `more`, ask again with `after` the last one.
 */
export const askCoefficients = question(
  'ask.staking.coefficients',
  z.object({ wallets: z.array(z.string()), after: z.string().optional() }),
  z.object({ wallets: z.array(coefficientHistory), more: z.boolean() }),
);
