import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type FoundFile, findFile, isHashed } from './find-file.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Whether a file may be served. */
export type TrustCheck = (file: FoundFile) => Promise<boolean>;

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Bodies of files: streamed as they are, or compressed: from a file beside it (`x.js.br`), else here once and cached. Own code because
 * sirv and @koa/send never compress: a remote published without `.br` files would be served plain.
 */
export interface EncodedFiles {
  /** `isTrusted` decides whether a compressed file beside it may be served; by default it may. */
  read(file: FoundFile, encoding: Encoding, isTrusted?: TrustCheck): Promise<Buffer | Readable>;
  /** Compresses what is made for each request: quickly, and not cached. */
  compressNow(text: string, encoding: 'br' | 'gzip'): Promise<Buffer>;
}

/** A page takes half a millisecond; the best quality would save a tenth more and take fifty times as long. */
const compressQuickly = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 6 }),
};

const compressWell = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};

export function createEncodedFiles(): EncodedFiles {
  const cache = new Map<string, Promise<Buffer>>();
  let cachedBytes = 0;

  function remember(key: string, reading: Promise<Buffer>): Promise<Buffer> {
    cache.set(key, reading);
    reading.then(
      (body) => {
        cachedBytes += body.length;
        if (cachedBytes <= MAX_CACHE_BYTES) return;
        cache.clear();
        cachedBytes = 0;
      },
      () => cache.delete(key),
    );
    return reading;
  }

  async function encode(file: FoundFile, encoding: 'br' | 'gzip', isTrusted: TrustCheck): Promise<Buffer> {
    const precompressed = await readPrecompressed(file, encoding === 'br' ? '.br' : '.gz', isTrusted);
    return precompressed ?? compressWell[encoding](await readFile(file.path));
  }

  return {
    async read(file, encoding, isTrusted = async () => true) {
      if (encoding === 'identity') return createReadStream(file.path);
      const key = `${encoding} ${file.path} ${file.stats.mtimeMs} ${file.stats.size}`;
      return cache.get(key) ?? remember(key, encode(file, encoding, isTrusted));
    },
    compressNow: (text, encoding) => compressQuickly[encoding](text),
  };
}

/** The file that the build compressed; null when there is none, or it is older than an original that changes. */
async function readPrecompressed(
  file: FoundFile,
  extension: string,
  isTrusted: TrustCheck,
): Promise<Buffer | null> {
  const found = await findFile(dirname(file.path), basename(file.path) + extension);
  if (!found || !(await isTrusted(found))) return null;
  // A build writes both in any order.
  if (!isHashed(file) && found.stats.mtimeMs < file.stats.mtimeMs) return null;
  return readFile(found.path);
}
