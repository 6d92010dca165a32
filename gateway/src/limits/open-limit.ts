import type { ServerResponse } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

/** Limits how many streams a key may have open at once: each holds a socket of this process. */
export interface OpenLimit {
  /**
   * Counts the response until it is closed.
   * @throws TouchlineError RATE_LIMITED when the key has too many open
   */
  take(key: string, response: ServerResponse): void;
}

export function createOpenLimit(max: number): OpenLimit {
  const open = new Map<string, number>();
  return {
    take(key, response) {
      const before = open.get(key) ?? 0;
      if (before >= max)
        throw new TouchlineError('RATE_LIMITED', 'Too many live streams are open from this address.', {
          retryAfter: 60,
        });
      open.set(key, before + 1);
      response.once('close', () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      });
    },
  };
}
