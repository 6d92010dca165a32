import type { Schema } from '@touchline/api/schema';
import { compress, type Encoding } from '@touchline/service-kit/http/encoding';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/** A response body, serialised once. Each encoding is created once, on first use. */
export interface Body {
  etag: string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

/**
 * Creates a body without fields that the endpoint does not declare. Data that lacks one is sent as it is: the snapshot of an earlier
 * release still serves pages that do not need the field.
 */
export function createBody<D extends Schema>(endpoint: { data: D }, etag: string, data: z.input<D>): Body {
  const declared = endpoint.data.safeParse(data);
  const plain = Buffer.from(JSON.stringify({ success: true, data: declared.success ? declared.data : data }));
  const encoded = new Map<Encoding, Promise<Buffer>>();
  const encode = async (encoding: Encoding): Promise<Buffer> =>
    encoding === 'identity' ? plain : compress[encoding](plain);
  return {
    etag,
    bytes(encoding) {
      const bytes = encoded.get(encoding) ?? encode(encoding);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}

/**
 * Caches up to `max` response bodies of an endpoint, for free-form queries. A new `stamp`, which identifies the data, empties the
 * cache.
 */
export function createBodyCache<D extends Schema>(
  endpoint: { data: D },
  max: number,
): (key: string, stamp: string, data: () => z.input<D>) => Body {
  const bodies = new LRUCache<string, Body>({ max });
  let currentStamp = '';
  return (key, stamp, data) => {
    if (stamp !== currentStamp) bodies.clear();
    currentStamp = stamp;
    const cached = bodies.get(key);
    if (cached) return cached;
    const body = createBody(endpoint, `W/"${stamp}"`, data()); // an entity tag is specific to its URL, which contains the key
    bodies.set(key, body);
    return body;
  };
}
