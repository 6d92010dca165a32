import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type CheckedRelease, findReleaseProblems, type SharedTable } from '@touchline/api/release-check';

/** The build of one remote, ready to be published. */
export interface BuiltRemote {
  readonly name: string;
  /** As in its package.json. */
  readonly version: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The remotes of a project that are built. */
export const builtRemotes = (project: string): string[] =>
  readdirSync(project)
    .filter((name) => name.startsWith('mf-') && existsSync(join(project, name, 'dist', 'mf-manifest.json')))
    .map((name) => join(project, name));

/** Reads the build in a remote's folder. @throws Error without one */
export function readBuilt(folder: string): BuiltRemote {
  const dist = join(folder, 'dist');
  if (!existsSync(join(dist, 'mf-manifest.json'))) throw new Error(`${folder} is not built`);
  const { version } = readJson(join(folder, 'package.json')) as { version: string };
  const { name } = readJson(join(dist, 'remote.json')) as { name: string };
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isServed(entry.name))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .sort();
  return { name, version, files: new Map(paths.map((path) => [path, readFileSync(join(dist, path))])) };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Declarations, build stamp and statistics, which are in the same folder as the files for the browser. */
function isServed(path: string): boolean {
  return (
    !basename(path).startsWith('.') && !/\.d\.ts(\.map)?$/.test(path) && basename(path) !== 'mf-stats.json'
  );
}

/** Ten characters that change with any file: `npm start` publishes every build as a separate version. */
export function hashOf({ files }: BuiltRemote): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(path).update(content);
  return hash.digest('hex').slice(0, 10);
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Why this build may not be published on a shell with this table. The gateway checks the same. */
export function problemsOf({ name, files }: BuiltRemote, table: SharedTable): string[] {
  const weighed = [...files].filter(([path]) => ['.js', '.css'].includes(extname(path)));
  const release: CheckedRelease = {
    name,
    paths: [...files.keys()],
    texts: new Map([...files].map(([path, content]) => [path, content.toString('utf8')])),
    compressed: weighed.reduce((sum, [, content]) => sum + brotliCompressSync(content, QUALITY).length, 0),
  };
  return findReleaseProblems(release, table);
}
