import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@touchline/service-kit/http/encoding';
import { LRUCache } from 'lru-cache';
import { type FoundFile, findFile, isHashed } from './find-file.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Decides whether a file may be served. */
export type TrustCheck = (file: FoundFile) => Promise<boolean>;

/**
 * Reads bodies of files, plain or compressed. Compressed bodies come from a file next to the original (`x.js.br`), or are
 * compressed once and cached. sirv and @koa/send never compress, so remotes without `.br` files would be served plain.
 */
export type EncodedFiles = ReturnType<typeof createEncodedFiles>;

const compressWell = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};

interface Uncompressed {
  file: FoundFile;
  encoding: 'br' | 'gzip';
  isTrusted: TrustCheck;
}

export function createEncodedFiles() {
  const cache = new LRUCache<string, Buffer, Uncompressed>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (body) => Math.max(1, body.length),
    fetchMethod: (_key, _stale, { context }) => encode(context),
  });
  return {
    /** `isTrusted` decides whether a compressed file next to the original may be served; the default allows it. */
    async read(
      file: FoundFile,
      encoding: Encoding,
      isTrusted: TrustCheck = async () => true,
    ): Promise<Buffer | Readable> {
      if (encoding === 'identity') return createReadStream(file.path);
      const key = `${encoding} ${file.path} ${file.stats.mtimeMs} ${file.stats.size}`;
      return cache.forceFetch(key, { context: { file, encoding, isTrusted } });
    },
  };
}

async function encode({ file, encoding, isTrusted }: Uncompressed): Promise<Buffer> {
  const precompressed = await readPrecompressed(file, encoding === 'br' ? '.br' : '.gz', isTrusted);
  return precompressed ?? compressWell[encoding](await readFile(file.path));
}

/** Reads the file compressed by the build; null if it is missing or older than a mutable original. */
async function readPrecompressed(
  file: FoundFile,
  extension: string,
  isTrusted: TrustCheck,
): Promise<Buffer | null> {
  const found = await findFile(dirname(file.path), basename(file.path) + extension);
  if (!found || !(await isTrusted(found))) return null;
  // Files with a hash never change, and a build may write both in any order.
  if (!isHashed(file.path) && found.stats.mtimeMs < file.stats.mtimeMs) return null;
  return readFile(found.path);
}
