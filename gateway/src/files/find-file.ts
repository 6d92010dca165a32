import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';

export interface FoundFile {
  path: string;
  stats: Stats;
}

/** Allowed path segment: no dot files, no `..`, no encoded characters. */
const NAME = /^[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*$/;

/** Finds the regular file at a URL path below a folder. Follows symlinks; null unless the result is inside the folder. */
export async function findFile(folder: string, urlPath: string): Promise<FoundFile | null> {
  const names = urlPath.split('/').filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => NAME.test(name))) return null;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, ...names));
    if (!path.startsWith(root + sep)) return null;
    const stats = await stat(path);
    return stats.isFile() ? { path, stats } : null;
  } catch {
    return null;
  }
}

const HASHED = /[.-][0-9a-f]{8,}\./;

/** Returns whether the name contains a hash of the content, which then never changes. */
export const isHashed = (path: string): boolean => HASHED.test(basename(path));
