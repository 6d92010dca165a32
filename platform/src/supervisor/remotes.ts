import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface PublishedRemote {
  readonly name: string;
  readonly version: string;
}

/**
 * Copies every built remote of this project to `dir`/name/version. Published files never change, so the version is the
 * package's with a hash of the files. The gateway serves the folder touched last.
 */
export function publishRemotes(project: string, dir: string): PublishedRemote[] {
  return readdirSync(project)
    .filter((name) => name.startsWith('mf-') && existsSync(join(project, name, 'dist', 'mf-manifest.json')))
    .map((name) => publish(join(project, name), name, dir));
}

function publish(folder: string, name: string, dir: string): PublishedRemote {
  const built = join(folder, 'dist');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const published = { name, version: `${version}-${hashOf(built)}` };
  const to = join(dir, name, published.version);
  if (!existsSync(to)) {
    const part = `${to}.${process.pid}.part`;
    mkdirSync(join(dir, name), { recursive: true });
    cpSync(built, part, { recursive: true, filter: isServed });
    renameSync(part, to);
  }
  const now = new Date();
  utimesSync(to, now, now);
  return published;
}

/** The compiler's declarations and the stamp of the build lie beside the files for the browser. */
function isServed(path: string): boolean {
  return !basename(path).startsWith('.') && !/\.(d\.ts|d\.ts\.map)$/.test(path);
}

function hashOf(dir: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }).sort(byPath)) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isServed(path)) continue;
    hash.update(path.slice(dir.length)).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 10);
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;
}
