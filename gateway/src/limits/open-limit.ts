import type { ServerResponse } from 'node:http';
import { TouchlineError } from '@touchline/api/errors';

/** Bounds how many answers that never end a key may have open at once: each holds a socket of this process. */
export interface OpenLimit {
  /** Counts the answer until it is closed. Raises RATE_LIMITED when the key has as many open as it may. */
  take(key: string, answer: ServerResponse): void;
}

export function createOpenLimit(most: number): OpenLimit {
  const open = new Map<string, number>();
  return {
    take(key, answer) {
      const before = open.get(key) ?? 0;
      if (before >= most)
        throw new TouchlineError('RATE_LIMITED', 'Too many live streams are open from here.', {
          retryAfter: 60,
        });
      open.set(key, before + 1);
      answer.once('close', () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      });
    },
  };
}
