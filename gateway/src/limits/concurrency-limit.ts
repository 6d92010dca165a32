import type { EventEmitter } from 'node:events';
import { rateLimited } from '@touchline/service-kit/http/rate-limit';

/** Counts what is open at the same time, by key: connections, streams, requests. */
export interface OpenCounts {
  count(key: string): number;
  /** Counts one more until the returned function is called, once. */
  add(key: string): () => void;
}

export function createOpenCounts(): OpenCounts {
  const open = new Map<string, number>();
  const count = (key: string) => open.get(key) ?? 0;
  return {
    count,
    add(key) {
      open.set(key, count(key) + 1);
      return () => {
        if (count(key) > 1) open.set(key, count(key) - 1);
        else open.delete(key);
      };
    },
  };
}

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

const TOTAL = '';

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { perKey, total = Number.POSITIVE_INFINITY, noun, retryAfterSeconds } = options;
  const open = createOpenCounts();
  const reject = (what: string) =>
    rateLimited(`Too many open ${what}. Try again in a moment.`, retryAfterSeconds * 1000);
  return {
    take(key, ...holders) {
      if (open.count(key) >= perKey) throw reject(`${noun} from your address`);
      if (open.count(TOTAL) >= total) throw reject(noun);
      const leave = [open.add(key), open.add(TOTAL)];
      const release = () => {
        for (const holder of holders) holder.off('close', release);
        for (const one of leave) one();
      };
      for (const holder of holders) holder.once('close', release);
    },
  };
}
