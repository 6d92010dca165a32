import { z } from 'zod/mini';

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

/** The funding or the payment of a settlement. Survives a reload in local storage. */
export type PrizeJob = z.infer<typeof prizeJob>;

export const buildStorageKey = (wallet: string) => `touchline-prizes:${wallet}`;

/** The stored job; null if nothing valid is stored. */
export function loadJob(wallet: string): PrizeJob | null {
  try {
    return parseJob(localStorage.getItem(buildStorageKey(wallet)));
  } catch {
    return null;
  }
}

/** Parses a stored text; null if it is not valid. */
export function parseJob(stored: string | null): PrizeJob | null {
  try {
    return prizeJob.parse(JSON.parse(stored ?? 'null'));
  } catch {
    return null;
  }
}

export function saveJob(wallet: string, job: PrizeJob | null): void {
  const key = buildStorageKey(wallet);
  try {
    // Removed first: a full storage must not keep an earlier job, which the runner would load.
    localStorage.removeItem(key);
    if (job) localStorage.setItem(key, JSON.stringify(job));
  } catch {
    // Storage is blocked or full. The vault settles a game once and pays each prize once.
  }
}
