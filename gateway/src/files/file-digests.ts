import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FoundFile } from './find-file.ts';

const MAX_CACHED = 10_000;

/** Computes the digest of a file's content in the format of subresource integrity: `sha384-...`. */
export async function computeDigest(path: string): Promise<string> {
  const hash = createHash('sha384');
  await pipeline(createReadStream(path), hash);
  return `sha384-${hash.digest('base64')}`;
}

/** Digests of the current content of files; computed again only after a change. */
export interface FileDigests {
  get(file: FoundFile): Promise<string>;
}

export function createFileDigests(): FileDigests {
  const cache = new Map<string, Promise<string>>();
  return {
    get({ path, stats }) {
      // Programs can restore the size and modification time of a changed file, but not its ctime.
      const key = `${path} ${stats.ino} ${stats.size} ${stats.ctimeMs}`;
      const cached = cache.get(key);
      if (cached) return cached;
      if (cache.size >= MAX_CACHED) cache.clear();
      const reading = computeDigest(path);
      reading.catch(() => cache.delete(key));
      cache.set(key, reading);
      return reading;
    },
  };
}
