import { TouchlineError } from '@touchline/api/errors';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A limit by key, counted per process: n replicas allow n times as much. */
export interface RateLimit {
  /** @throws TouchlineError RATE_LIMITED with the seconds to wait, once the points of the window are used up */
  take(key: string): Promise<void>;
}

/** Allows `points` within `seconds` for each key. */
export function createRateLimit({ points, seconds }: { points: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new TouchlineError('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', {
          retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        });
      }
    },
  };
}

/** The key that a client address counts under: IPv4 itself (also when mapped into IPv6), IPv6 its /64, one household. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
