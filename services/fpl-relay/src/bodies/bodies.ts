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
function createBody<D extends Schema>(endpoint: { data: D }, etag: string, data: z.input<D>): Body {
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

interface BodyVersion {
  key: string;
  /** Identifies the data. */
  stamp: string;
  /** Entity tag, which may leave out parts of the stamp. It is specific to the URL, which contains the key. */
  tag?: string;
}

/** Caches up to `max` response bodies by key. Data with another stamp replaces a body. */
export function createBodyCache(max: number) {
  const bodies = new LRUCache<string, { stamp: string; body: Body }>({ max });
  return <D extends Schema>(
    endpoint: { data: D },
    { key, stamp, tag = stamp }: BodyVersion,
    data: () => z.input<D>,
  ): Body => {
    const cached = bodies.get(key);
    if (cached?.stamp === stamp) return cached.body;
    const body = createBody(endpoint, `W/"${tag}"`, data());
    bodies.set(key, { stamp, body });
    return body;
  };
}
