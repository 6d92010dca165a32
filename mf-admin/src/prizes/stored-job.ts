import { z } from 'zod/mini';
import { createStored } from '../components/stored.ts';

const prizeJob = z.object({
  kind: z.enum(['fund', 'pay']),
  game: z.string(),
  name: z.string(),
  /** Cursor of the last batch that was paid; null before the first one. */
  after: z.nullable(z.string()),
  /** Prizes of the batches that were paid, and all unpaid prizes when the job began. */
  done: z.number(),
  total: z.number(),
  /** The transaction in progress, for `VaultOptions`. */
  pending: z.nullable(z.string()),
});

/** The funding or the payment of a settlement. */
export type PrizeJob = z.infer<typeof prizeJob>;

export const storedJob = createStored<PrizeJob | null>('touchline-prizes', prizeJob, null);
