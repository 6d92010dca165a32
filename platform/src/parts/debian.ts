import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';

const NO_QUESTIONS = { DEBIAN_FRONTEND: 'noninteractive' };

/** Whether this machine has Debian's package tools. */
export function hasApt(): boolean {
  return findProgram('apt-get') !== undefined && findProgram('dpkg') !== undefined;
}

/** Installs Debian packages as root. @throws Error with apt's own words. */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await withLists(wait, ['install', '-yq', '--no-install-recommends', ...packages]);
}

/**
 * Unpacks a Debian package, with everything that it needs and this machine has not, into `to`, without root: apt with lists
 * and a cache of its own, then dpkg -x. All of it is done aside and moved into place, so that an interruption leaves nothing
 * half-made.
 * @param complete adds what else belongs there, before it is in place
 * @throws Error with apt's own words.
 */
export async function aptUnpack(
  name: string,
  to: string,
  complete: (dir: string) => void = () => {},
): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  const work = mkdtempSync(join(dirname(to), 'apt-'));
  try {
    const unpacked = join(work, 'unpacked');
    mkdirSync(unpacked);
    for (const file of await download(name, work)) await run('dpkg', ['-x', file, unpacked], {});
    complete(unpacked);
    rmSync(to, { recursive: true, force: true });
    renameSync(unpacked, to);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The package files, fetched without root. */
async function download(name: string, work: string): Promise<string[]> {
  const lists = join(work, 'lists');
  const archives = join(work, 'archives');
  for (const dir of [lists, archives]) mkdirSync(join(dir, 'partial'), { recursive: true });
  const own = {
    'Dir::State::lists': lists,
    'Dir::Cache': work,
    'Dir::Cache::archives': archives,
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': '',
  };
  const options = Object.entries(own).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  // Reinstall: where Debian has it on its list although the program is gone, it is fetched all the same.
  const install = ['install', '--reinstall', '--download-only', '-yq', '--no-install-recommends', name];
  await withLists(options, install);
  const files = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  if (files.length === 0) throw new Error(`apt-get downloaded nothing for ${name}`);
  return files.map((file) => join(archives, file));
}

/** Fetches the lists first; a source that is away need not be the one that has the package. */
async function withLists(options: readonly string[], args: readonly string[]): Promise<void> {
  const stale = await run('apt-get', [...options, 'update', '-q'], NO_QUESTIONS).catch(String);
  await run('apt-get', [...options, ...args], NO_QUESTIONS).catch((error: Error) => {
    throw stale === undefined ? error : new Error(`${error.message}\n${stale}`, { cause: error });
  });
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = findProgram(command) ?? command;
    const child = spawn(path, [...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text = (text + chunk).slice(-2_000);
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.at(-1)} failed (${code}): ${text}`)),
    );
  });
}
