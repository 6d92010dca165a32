import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface FoundFile {
  path: string;
  stats: Stats;
}

/** One name of a path below a served folder: no dot files, nothing that climbs or hides. */
const NAME = /^[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*$/;

/** The regular file at a URL path below a folder, or null. Whatever is not plainly inside the folder is not there. */
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
