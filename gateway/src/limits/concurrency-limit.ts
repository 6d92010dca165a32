import type { EventEmitter } from 'node:events';
import { TouchlineError } from '@touchline/api/errors';

/** Limits how many things a key may hold at once: open streams, unfinished bodies. */
export interface ConcurrencyLimit {
  /**
   * Counts until the first of `holders` emits 'close'.
   * @throws TouchlineError RATE_LIMITED when the key, or all keys together, hold too many
   */
  take(key: string, ...holders: EventEmitter[]): void;
}

interface ConcurrencyLimitOptions {
  perKey: number;
  total?: number;
  /** What is counted, for the message. */
  what: string;
  retryAfterSeconds: number;
}

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { perKey, total = Number.POSITIVE_INFINITY, what, retryAfterSeconds: retryAfter } = options;
  const open = new Map<string, number>();
  let all = 0;
  return {
    take(key, ...holders) {
      const before = open.get(key) ?? 0;
      if (before >= perKey)
        throw new TouchlineError('RATE_LIMITED', `Too many ${what} are open from this address.`, {
          retryAfter,
        });
      if (all >= total)
        throw new TouchlineError('RATE_LIMITED', `Too many ${what} are open.`, { retryAfter });
      open.set(key, before + 1);
      all++;
      const release = () => {
        for (const holder of holders) holder.off('close', release);
        all--;
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
      for (const holder of holders) holder.once('close', release);
    },
  };
}
