import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { FoundFile } from './find-file.ts';

const MAX_CACHED = 10_000;

/** Computes the digest of a file's content in the format of subresource integrity: `sha384-...`. */
export async function computeDigest(path: string): Promise<string> {
  const hash = createHash('sha384');
  await pipeline(createReadStream(path), hash);
  return `sha384-${hash.digest('base64')}`;
}

/** Creates the function that returns the digest of a file's current content, computed again only after a change. */
export function createDigestReader(): (file: FoundFile) => Promise<string> {
  // Programs can restore the size and modification time of a changed file, but not its ctime.
  const cache = new LRUCache<string, string, FoundFile>({
    max: MAX_CACHED,
    fetchMethod: (_key, _stale, { context }) => computeDigest(context.path),
  });
  return (file) =>
    cache.forceFetch(`${file.path} ${file.stats.ino} ${file.stats.size} ${file.stats.ctimeMs}`, {
      context: file,
    });
}
