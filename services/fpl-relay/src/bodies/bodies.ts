import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** An answer, serialised once. Each compressed form is made once, on first use. */
export interface Body {
  etag: string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

export function createBody(etag: string, data: unknown): Body {
  const plain = Buffer.from(JSON.stringify({ success: true, data }));
  const made = new Map<Encoding, Promise<Buffer>>();
  const make = (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'br')
      return brotli(plain, {
        // At 5 brotli beats gzip in size and time; higher levels take seconds for the bootstrap.
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      });
    return encoding === 'gzip' ? zip(plain, { level: 6 }) : Promise.resolve(plain);
  };
  return {
    etag,
    bytes(encoding) {
      const known = made.get(encoding) ?? make(encoding);
      made.set(encoding, known);
      return known;
    },
  };
}
