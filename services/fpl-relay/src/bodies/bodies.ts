import { compress, type Encoding } from '@touchline/service-kit/http/encoding';

/** A response body, serialised once. Each encoding is created once, on first use. */
export interface Body {
  etag: string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

export function createBody(etag: string, data: unknown): Body {
  const plain = Buffer.from(JSON.stringify({ success: true, data }));
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
