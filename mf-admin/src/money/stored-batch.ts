import { z } from 'zod/mini';
import { createStored } from '../components/stored.ts';

const requestedBatch = z.object({
  /** The wallet's id; null until the wallet has been asked. */
  calls: z.nullable(z.string()),
  payouts: z.array(z.object({ id: z.string(), to: z.string(), amount: z.string() })),
});

const batch = z.object({
  /** Ids of payouts that are not sent yet, the current one first. */
  queue: z.array(z.string()),
  /** Payouts of the queue and those of it that were sent. Payouts that were skipped or given up do not count. */
  total: z.number(),
  /** Payout whose transfer was requested from the wallet; `hash` is null until the wallet returns one. */
  requested: z.nullable(z.object({ id: z.string(), hash: z.nullable(z.string()) })),
  /** The batch that was claimed, until all of its payouts are reported or released. Earlier versions did not store it. */
  batch: z._default(z.nullable(requestedBatch), null),
});

/** Payouts that were claimed to be sent with one confirmation. */
export type RequestedBatch = z.infer<typeof requestedBatch>;
/** Payouts in progress. */
export type StoredBatch = z.infer<typeof batch>;

const EMPTY: StoredBatch = { queue: [], total: 0, requested: null, batch: null };

export const storedBatch = createStored('touchline-payouts', batch, EMPTY);
