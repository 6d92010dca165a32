import type { EventEmitter } from 'node:events';
import { addressKey, rateLimited, SITE_FACTOR, siteKey } from '@touchline/service-kit/http/rate-limit';

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

/** Counts what client addresses hold open, by network (IPv4 address, IPv6 /64) and by site (IPv6 /48). */
export interface AddressCounts {
  /** True if the network holds `perNetwork`, or the site SITE_FACTOR times as many. */
  isFull(address: string): boolean;
  /** Counts one more until the returned function is called, once. */
  add(address: string): () => void;
}

export function createAddressCounts(perNetwork: number): AddressCounts {
  const open = createOpenCounts();
  const listKeys = (address: string) => {
    const site = siteKey(address);
    const network = { key: addressKey(address), max: perNetwork };
    return site === null ? [network] : [network, { key: site, max: perNetwork * SITE_FACTOR }];
  };
  return {
    isFull: (address) => listKeys(address).some(({ key, max }) => open.count(key) >= max),
    add(address) {
      const releases = listKeys(address).map(({ key }) => open.add(key));
      return () => {
        for (const release of releases) release();
      };
    },
  };
}

/** Limits concurrent resources per client address: open streams, incomplete bodies. */
export interface ConcurrencyLimit {
  /**
   * Takes a slot until the first of `holders` emits 'close'.
   * @throws TouchlineError RATE_LIMITED when the address, or all addresses together, have no free slot
   */
  take(address: string, ...holders: EventEmitter[]): void;
}

interface ConcurrencyLimitOptions {
  perAddress: number;
  total?: number;
  /** Plural noun of the resource, for the error text. */
  noun: string;
  retryAfterSeconds: number;
}

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { perAddress, total = Number.POSITIVE_INFINITY, noun, retryAfterSeconds } = options;
  const open = createAddressCounts(perAddress);
  let all = 0;
  const reject = (what: string) =>
    rateLimited(`Too many open ${what}. Try again in a moment.`, retryAfterSeconds * 1000);
  return {
    take(address, ...holders) {
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
