import { addressKey, type RateLimit, siteKey } from '@touchline/service-kit/rate-limit';

/** What the IPv6 networks of one site may do together, as a multiple of what one may: providers hand out a /48 at will. */
export const SITE_FACTOR = 8;

/** A limit by the address of the client. */
export interface AddressLimit {
  /** @throws TouchlineError RATE_LIMITED when its household (IPv4 address, IPv6 /64) or its site (IPv6 /48) used it up */
  take(address: string): Promise<void>;
}

/** `create` makes a limit that allows so many times the points of a household. */
export function createAddressLimit(create: (times: number) => RateLimit): AddressLimit {
  const household = create(1);
  const site = create(SITE_FACTOR);
  return {
    take(address) {
      const taken = household.take(addressKey(address));
      const key = siteKey(address);
      return key === null ? taken : taken.then(() => site.take(key));
    },
  };
}
