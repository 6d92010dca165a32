import type { EventEmitter } from 'node:events';
import { isIPv4 } from 'node:net';
import { TouchlineError } from '@touchline/api/errors';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Allows `points` within `seconds` for each key. The first point of a key starts its window. `name` is the prefix of its keys. */
export interface LimitOptions {
  name: string;
  points: number;
  seconds: number;
}

/** The count of a key in its current window, which ends in `msLeft`. */
export interface Count {
  points: number;
  msLeft: number;
}

/** Counts the points of rate limits. */
export interface Counts {
  /** Counts a point; `points` of the result includes it. */
  add(key: string, limit: LimitOptions): Count | Promise<Count>;
  /** Reads a count without changing it; null without a current window. */
  read(key: string, limit: LimitOptions): Count | null | Promise<Count | null>;
}

/** Counts in this process. */
export type MemoryCounts = ReturnType<typeof createMemoryCounts>;

/** Bounds the memory of a flood with many addresses: the keys that were used least recently start again at zero. */
const MAX_KEYS = 100_000;

/** Counts of this process alone: n replicas allow n times as much. Uses the monotonic clock. */
export function createMemoryCounts(maxKeys = MAX_KEYS) {
  const windows = new LRUCache<string, { points: number; end: number }>({ max: maxKeys });
  const findWindow = (key: string) => {
    const window = windows.get(key);
    return window && window.end > performance.now() ? window : null;
  };
  return {
    add(key: string, limit: LimitOptions): Count {
      const id = buildKey(key, limit);
      const window = findWindow(id) ?? { points: 0, end: performance.now() + limit.seconds * 1000 };
      window.points += 1;
      windows.set(id, window);
      return { points: window.points, msLeft: window.end - performance.now() };
    },
    read(key: string, limit: LimitOptions): Count | null {
      const window = findWindow(buildKey(key, limit));
      return window && { points: window.points, msLeft: window.end - performance.now() };
    },
    set(key: string, limit: LimitOptions, { points, msLeft }: Count) {
      windows.set(buildKey(key, limit), { points, end: performance.now() + msLeft });
    },
  };
}

/** Builds the key of a count: limits share the memory and the table of counts. */
export const buildKey = (key: string, { name }: LimitOptions): string => `${name}:${key}`;

/** A rate limit by key. */
export interface RateLimit {
  /** @throws TouchlineError RATE_LIMITED with the seconds to wait, once the points of the window are used up */
  take(key: string): Promise<void>;
}

export function createRateLimit(counts: Counts, limit: LimitOptions): RateLimit {
  return {
    async take(key) {
      const { points, msLeft } = await counts.add(key, limit);
      if (points > limit.points)
        throw rateLimited('Too many requests. Please wait a moment and try again.', msLeft);
    },
  };
}

/** Builds the error of a limit that is used up for `msLeft`. */
export const rateLimited = (message: string, msLeft: number): TouchlineError =>
  new TouchlineError('RATE_LIMITED', message, { retryAfter: Math.max(1, Math.ceil(msLeft / 1000)) });

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

/** Limit of all networks of an IPv6 site as a multiple of a single network's limit: providers assign /48 prefixes freely. */
export const SITE_FACTOR = 8;

function toNetwork({ parts }: ipaddr.IPv6, bits: number): string {
  const groups = parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/** Counts what is open at the same time, by key: connections, streams, requests. */
export function createOpenCounts() {
  const open = new Map<string, number>();
  const count = (key: string) => open.get(key) ?? 0;
  return {
    count,
    /** Counts one more until the returned function is called, once. */
    add(key: string) {
      open.set(key, count(key) + 1);
      return () => {
        if (count(key) > 1) open.set(key, count(key) - 1);
        else open.delete(key);
      };
    },
  };
}

/** Counts what client addresses hold open, by network (IPv4 address, IPv6 /64) and by site (IPv6 /48). */
export function createAddressCounts(perNetwork: number) {
  const open = createOpenCounts();
  const listKeys = (address: string) => {
    const site = siteKey(address);
    const network = { key: addressKey(address), max: perNetwork };
    return site === null ? [network] : [network, { key: site, max: perNetwork * SITE_FACTOR }];
  };
  return {
    /** True if the network holds `perNetwork`, or the site SITE_FACTOR times as many. */
    isFull: (address: string) => listKeys(address).some(({ key, max }) => open.count(key) >= max),
    /** Counts one more until the returned function is called, once. */
    add(address: string) {
      const releases = listKeys(address).map(({ key }) => open.add(key));
      return () => {
        for (const release of releases) release();
      };
    },
  };
}

/** Limits concurrent resources per client address: open streams, incomplete bodies. */
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

interface ConcurrencyLimitOptions {
  perAddress: number;
  total?: number;
  /** Plural noun of the resource, for the error text. */
  noun: string;
  retryAfterSeconds: number;
}

export function createConcurrencyLimit(options: ConcurrencyLimitOptions) {
  const { perAddress, total = Number.POSITIVE_INFINITY, noun, retryAfterSeconds } = options;
  const open = createAddressCounts(perAddress);
  let all = 0;
  const reject = (what: string) =>
    rateLimited(`Too many open ${what}. Try again in a moment.`, retryAfterSeconds * 1000);
  return {
    /**
     * Takes a slot until the first of `holders` emits 'close'.
     * @throws TouchlineError RATE_LIMITED when the address, or all addresses together, have no free slot
     */
    take(address: string, ...holders: EventEmitter[]) {
      if (open.isFull(address)) throw reject(`${noun} from your address`);
      if (all >= total) throw reject(noun);
      const leave = open.add(address);
      all += 1;
      const release = () => {
        for (const holder of holders) holder.off('close', release);
        leave();
        all -= 1;
      };
      for (const holder of holders) holder.once('close', release);
    },
  };
}
