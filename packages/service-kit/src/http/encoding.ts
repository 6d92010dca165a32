import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  deflateRawSync,
  gzip,
} from 'node:zlib';
import type { Context, Next } from 'koa';

export type Encoding = 'br' | 'gzip' | 'identity';

const GZIP = { level: 6 };
/** Quality 5 beats gzip in size and time; higher qualities are too slow for each response. */
const toBrotliOptions = (size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/** Checks br first: given both, Koa would choose the one that browsers list first, which is gzip. */
export function chooseEncoding(ctx: Pick<Context, 'acceptsEncodings'>): Encoding {
  if (ctx.acceptsEncodings('br') === 'br') return 'br';
  return ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
}

/** Compresses a body quickly enough for each response, outside of the main thread. */
export const compress = {
  br: (body: Buffer): Promise<Buffer> => promisify(brotliCompress)(body, toBrotliOptions(body.length)),
  gzip: (body: Buffer): Promise<Buffer> => promisify(gzip)(body, GZIP),
};

/** Smaller responses gain little. */
const MIN_BYTES = 1_024;
const JSON_TYPE = /^application\/(json|x-ndjson)$/;

/**
 * Middleware that compresses JSON. Responses to writes are left out: they are small, and the ones that sign in contain secrets, whose
 * length must not depend on other content.
 */
export async function compressJson(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body, method, response } = ctx;
  if (method !== 'GET' || !JSON_TYPE.test(response.type) || response.get('Content-Encoding')) return;
  if (body instanceof Readable) return compressStream(ctx, body);
  if (body === null || body === undefined || Buffer.isBuffer(body)) return;
  const plain = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  if (plain.length < MIN_BYTES) return;
  const encoding = negotiate(ctx);
  ctx.body = encoding === 'identity' ? plain : await compress[encoding](plain);
}

function compressStream(ctx: Context, body: Readable): void {
  const encoding = negotiate(ctx);
  if (encoding === 'identity') return;
  const compressor = encoding === 'br' ? createBrotliCompress(toBrotliOptions(0)) : createGzip(GZIP);
  // A failure destroys the compressor, and Koa reports its error.
  ctx.body = pipeline(body, compressor, () => {});
}

function negotiate(ctx: Context): Encoding {
  ctx.vary('Accept-Encoding');
  const encoding = chooseEncoding(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  return encoding;
}

interface Zipped {
  /** Gzip header and compressed prefix, flushed to a byte boundary. */
  bytes: Buffer;
  crc: number;
}

/** RFC 1952: deflate, no name, no time, system unknown. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: maximum bytes of a stored block. */
const MAX_STORED_BYTES = 0xffff;

export type GzipPrefix = ReturnType<typeof createGzipPrefix>;

/**
 * Creates responses that begin with the same text, which is compressed once, when the first gzip response is needed. Each response
 * appends its own end.
 */
export function createGzipPrefix(text: string) {
  const prefix = Buffer.from(text);
  let zipped: Zipped | undefined;
  return {
    /** Returns the response that ends with this text. */
    plain: (end: string) => Buffer.concat([prefix, Buffer.from(end)]),
    /** Returns the response as gzip. The end is stored uncompressed, so it costs little more than its checksum. */
    gzip(end: string) {
      zipped ??= {
        bytes: Buffer.concat([
          GZIP_HEADER,
          deflateRawSync(prefix, { ...GZIP, finishFlush: constants.Z_SYNC_FLUSH }),
        ]),
        crc: crc32(prefix),
      };
      return appendStoredBlock(zipped, prefix.length, Buffer.from(end));
    },
  };
}

/** Appends a final stored block and the gzip trailer (checksum and length of the whole text). */
function appendStoredBlock({ bytes, crc }: Zipped, length: number, end: Buffer): Buffer {
  if (end.length > MAX_STORED_BYTES)
    throw new RangeError(`${end.length} bytes do not fit into a stored block`);
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0); // final block, stored
  block.writeUInt16LE(end.length, 1);
  block.writeUInt16LE(~end.length & MAX_STORED_BYTES, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, block, end, trailer]);
}
