import type { EventEmitter } from 'node:events';
import { TouchlineError } from '@touchline/api/errors';

/** Limits concurrent resources per key: open streams, incomplete bodies. */
export interface ConcurrencyLimit {
  /**
   * Takes a slot until the first of `holders` emits 'close'.
   * @throws TouchlineError RATE_LIMITED when the key, or all keys together, have no free slot
   */
  take(key: string, ...holders: EventEmitter[]): void;
}

interface ConcurrencyLimitOptions {
  perKey: number;
  total?: number;
  /** Plural noun of the resource, for the error text. */
  noun: string;
  retryAfterSeconds: number;
}

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { perKey, total = Number.POSITIVE_INFINITY, noun, retryAfterSeconds: retryAfter } = options;
  const open = new Map<string, number>();
  let openInTotal = 0;
  return {
    take(key, ...holders) {
      const count = open.get(key) ?? 0;
      if (count >= perKey)
        throw new TouchlineError(
          'RATE_LIMITED',
          `Too many open ${noun} from your address. Try again in a moment.`,
          {
            retryAfter,
          },
        );
      if (openInTotal >= total)
        throw new TouchlineError('RATE_LIMITED', `Too many open ${noun}. Try again in a moment.`, {
          retryAfter,
        });
      open.set(key, count + 1);
      openInTotal++;
      const release = () => {
        for (const holder of holders) holder.off('close', release);
        openInTotal--;
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
      for (const holder of holders) holder.once('close', release);
    },
  };
}
