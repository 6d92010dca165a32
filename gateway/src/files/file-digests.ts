import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { FoundFile } from './find-file.ts';

const MAX_CACHED = 10_000;

/** Computes the digest of a content in the format of Subresource Integrity: `sha384-...`. */
export const computeDigest = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Creates the function that returns the digest of a file's current content, computed again only after a change. */
export function createDigestReader(): (file: FoundFile) => Promise<string> {
  // Programs can restore the size and modification time of a changed file, but not its ctime.
  const cache = new LRUCache<string, string, FoundFile>({
    max: MAX_CACHED,
    fetchMethod: async (_key, _stale, { context }) => computeDigest(await readFile(context.path)),
  });
  return (file) =>
    cache.forceFetch(`${file.path} ${file.stats.ino} ${file.stats.size} ${file.stats.ctimeMs}`, {
      context: file,
    });
}
