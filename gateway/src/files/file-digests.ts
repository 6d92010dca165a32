import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FoundFile } from './find-file.ts';

const MAX_CACHED = 10_000;

/** Digest of a file's content: `sha384-...`, as browsers write it. */
export async function computeDigest(path: string): Promise<string> {
  const hash = createHash('sha384');
  await pipeline(createReadStream(path), hash);
  return `sha384-${hash.digest('base64')}`;
}

/** Digests of files as they are now; read again only after a change. */
export interface FileDigests {
  get(file: FoundFile): Promise<string>;
}

export function createFileDigests(): FileDigests {
  const cache = new Map<string, Promise<string>>();
  return {
    get({ path, stats }) {
      // A program can set a file's size and modification time, but not the time of its last change (ctime).
      const key = `${path} ${stats.ino} ${stats.size} ${stats.ctimeMs}`;
      const known = cache.get(key);
      if (known) return known;
      if (cache.size >= MAX_CACHED) cache.clear();
      const reading = computeDigest(path);
      reading.catch(() => cache.delete(key));
      cache.set(key, reading);
      return reading;
    },
  };
}
