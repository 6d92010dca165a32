/** Payouts that are being sent, as the browser remembers them across a reload. */
export interface StoredBatch {
  /** Ids that are not sent yet, the current one first. */
  queue: readonly string[];
  total: number;
  /** The wallet was asked for this payout; `hash` is null until it has answered. */
  asked: { id: string; hash: string | null } | null;
}

const keyOf = (wallet: string) => `touchline-payouts:${wallet}`;
const NOTHING: StoredBatch = { queue: [], total: 0, asked: null };

export function loadBatch(wallet: string): StoredBatch {
  try {
    const { queue, total, asked } = JSON.parse(localStorage.getItem(keyOf(wallet)) ?? '{}') as StoredBatch;
    return Array.isArray(queue) && typeof total === 'number'
      ? { queue, total, asked: asked ?? null }
      : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function saveBatch(wallet: string, batch: StoredBatch): void {
  try {
    if (batch.queue.length === 0 && batch.asked === null) localStorage.removeItem(keyOf(wallet));
    else localStorage.setItem(keyOf(wallet), JSON.stringify(batch));
  } catch {
    // Storage is blocked or full. The server knows what was begun, and finds the transfer on the chain.
  }
}
