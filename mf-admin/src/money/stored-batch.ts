/** Payouts that were claimed to be sent with one confirmation. */
export interface RequestedBatch {
  /** The wallet's id; null until the wallet has been asked. */
  calls: string | null;
  payouts: readonly { id: string; to: string; amount: string }[];
}

/** Payouts in progress. Survives a reload in local storage. */
export interface StoredBatch {
  /** Ids of payouts that are not sent yet, the current one first. */
  queue: readonly string[];
  /** Payouts of the queue and those of it that were sent. Payouts that were skipped or given up do not count. */
  total: number;
  /** Payout whose transfer was requested from the wallet; `hash` is null until the wallet returns one. */
  requested: { id: string; hash: string | null } | null;
  /** The batch that was claimed, until all of its payouts are reported or released. */
  batch: RequestedBatch | null;
}

export const buildStorageKey = (wallet: string) => `touchline-payouts:${wallet}`;
const EMPTY_BATCH: StoredBatch = { queue: [], total: 0, requested: null, batch: null };

/** The stored batch; an empty one if nothing valid is stored. */
export function loadBatch(wallet: string): StoredBatch {
  try {
    return parseBatch(localStorage.getItem(buildStorageKey(wallet)));
  } catch {
    return EMPTY_BATCH;
  }
}

/** Parses a stored text; an empty batch if it is not valid. */
export function parseBatch(stored: string | null): StoredBatch {
  try {
    const { queue, total, requested, batch } = JSON.parse(stored ?? '{}') as Partial<StoredBatch>;
    return Array.isArray(queue) && typeof total === 'number'
      ? { queue, total, requested: requested ?? null, batch: batch ?? null }
      : EMPTY_BATCH;
  } catch {
    return EMPTY_BATCH;
  }
}

export function saveBatch(wallet: string, { queue, total, requested, batch }: StoredBatch): void {
  const key = buildStorageKey(wallet);
  try {
    // Removed first: a full storage must not keep an earlier batch, which the runner would load.
    localStorage.removeItem(key);
    if (queue.length > 0 || requested !== null)
      localStorage.setItem(key, JSON.stringify({ queue, total, requested, batch }));
  } catch {
    // Storage is blocked or full. The server knows the claimed payouts and finds their transfers on the chain.
  }
}
