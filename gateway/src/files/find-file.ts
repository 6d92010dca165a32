import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';

export interface FoundFile {
  path: string;
  stats: Stats;
}

/** A path segment below a served folder: no dot files, no `..`, nothing encoded. */
const NAME = /^[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*$/;

/** The regular file at a URL path below a folder; null for anything that is not certainly inside it, symlinks followed. */
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

/** Whether the name has a hash of the content: then that never changes. */
export const isHashed = ({ path }: FoundFile): boolean => HASHED.test(basename(path));
