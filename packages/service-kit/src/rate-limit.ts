import { isIPv6 } from 'node:net';
import { TouchlineError } from '@touchline/api/errors';
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
        throw new TouchlineError('RATE_LIMITED', 'That was too often. Please wait a moment and try again.', {
          retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        });
      }
    },
  };
}

/** What a client address counts as: IPv4 itself (also when mapped into IPv6), IPv6 its /64, which is one household. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...zeros, ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
