import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A response body, serialised once. Each encoding is created once, on first use. */
export interface Body {
  etag: string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

export function createBody(etag: string, data: unknown): Body {
  const plain = Buffer.from(JSON.stringify({ success: true, data }));
  const encoded = new Map<Encoding, Promise<Buffer>>();
  const encode = (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'br')
      return brotli(plain, {
        // Level 5 beats gzip in size and time; higher levels are too slow for the bootstrap.
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      });
    return encoding === 'gzip' ? zip(plain, { level: 6 }) : Promise.resolve(plain);
  };
  return {
    etag,
    bytes(encoding) {
      const bytes = encoded.get(encoding) ?? encode(encoding);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}
