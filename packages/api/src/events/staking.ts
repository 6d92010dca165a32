import { z } from 'zod';
import { event, question } from '../event.ts';

/** A wallet's active stake changed. */
export const stakesChanged = event('staking.stakes.changed', z.object({ wallet: z.string() }));

/** The history of a wallet's multiplier: from `recorded_at` on it is `coefficient_thousandths`. */
export const coefficientStep = z.object({
  recorded_at: z.iso.datetime(),
  coefficient_thousandths: z.number().int(),
});

/** games asks for the whole history of some wallets (empty list: everybody who ever staked). */
export const askCoefficients = question(
  'ask.staking.coefficients',
  z.object({ wallets: z.array(z.string()) }),
  z.object({ wallets: z.array(z.object({ wallet: z.string(), steps: z.array(coefficientStep) })) }),
);
