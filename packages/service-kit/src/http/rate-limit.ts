import { isIPv4 } from 'node:net';
import { TouchlineError } from '@touchline/api/errors';
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A rate limit by key. */
export interface RateLimit {
  /** @throws TouchlineError RATE_LIMITED with the seconds to wait, once the points of the window are used up */
  take(key: string): Promise<void>;
}

/** Allows `points` within `seconds` for each key. Each process counts separately: n replicas allow n times as much. */
export function createRateLimit({ points, seconds }: { points: number; seconds: number }): RateLimit {
  return wrapLimiter(new RateLimiterMemory({ points, duration: seconds }));
}

/** The limit that a limiter counts. */
export function wrapLimiter(limiter: RateLimiterAbstract): RateLimit {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new TouchlineError('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', {
          retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        });
      }
    },
  };
}

/** Returns the rate-limit key of a client address: IPv4 (also mapped into IPv6) itself, IPv6 its /64 network. */
export function addressKey(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : toNetwork(parsed, 64);
}

/** Returns the key of the IPv6 /48 network of an address, which one customer may own; null for IPv4. */
export function siteKey(address: string): string | null {
  if (isIPv4(address)) return null;
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? null : toNetwork(parsed, 48);
}

function toNetwork({ parts }: ipaddr.IPv6, bits: number): string {
  const groups = parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}
