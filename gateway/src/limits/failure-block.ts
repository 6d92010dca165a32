import { TouchlineError } from '@touchline/api/errors';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** Blocks a key for a while after too many failures. */
export interface FailureBlock {
  /** @throws TouchlineError RATE_LIMITED while the key is blocked */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
}

/** Blocks a key for the duration of `limiter` after as many failures within that duration as it has points. */
export function createFailureBlock(limiter: RateLimiterAbstract): FailureBlock {
  const { points: failures, duration: seconds } = limiter;
  return {
    async check(key) {
      const state = await limiter.get(key);
      if (!state || state.consumedPoints < failures) return;
      const retryAfter = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new TouchlineError('RATE_LIMITED', 'Too many failed sign-ins. Try again in a few minutes.', {
        retryAfter,
      });
    },
    async count(key) {
      const { consumedPoints } = await limiter.penalty(key);
      // Starts the block at the last failure; otherwise it would end with the window of the count.
      if (consumedPoints >= failures) await limiter.block(key, seconds);
    },
  };
}
