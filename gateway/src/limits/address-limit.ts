import { addressKey, type RateLimit, siteKey } from '@touchline/service-kit/http/rate-limit';

/** Limit of all networks of an IPv6 site as a multiple of a single network's limit: providers assign /48 prefixes freely. */
export const SITE_FACTOR = 8;

/** A rate limit by client address. */
export interface AddressLimit {
  /** @throws TouchlineError RATE_LIMITED when the network (IPv4 address, IPv6 /64) or the site (IPv6 /48) has exceeded it */
  take(address: string): Promise<void>;
}

/** `create` returns a limit that allows `times` the points of a single network. */
export function createAddressLimit(create: (times: number) => RateLimit): AddressLimit {
  const network = create(1);
  const site = create(SITE_FACTOR);
  return {
    take(address) {
      const taken = network.take(addressKey(address));
      const key = siteKey(address);
      return key === null ? taken : taken.then(() => site.take(key));
    },
  };
}
