import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian gives an ordinary user no sbin on PATH, yet server programs live there. */
const ALSO = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/bin',
  '/opt/homebrew/bin',
  '/snap/bin',
];

/** The first of these programs found on PATH or in the usual folders. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...ALSO];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (folder && isExecutable(path)) return path;
    }
  }
  return undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
