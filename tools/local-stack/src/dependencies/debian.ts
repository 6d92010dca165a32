import { type ExecFileException, execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../bin/lib/lock.mjs';
import { cacheDir } from './cache-dir.ts';
import { findProgram, isExecutable } from './find-program.ts';

const execute = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const NONINTERACTIVE = { DEBIAN_FRONTEND: 'noninteractive' };

/** Checks for Debian's package tools. */
export function hasApt(): boolean {
  return findProgram('apt-get') !== undefined && findProgram('dpkg') !== undefined;
}

/** Installs Debian packages as root. @throws Error with apt's output */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await withLists(wait, ['install', '-yq', '--no-install-recommends', ...packages]);
}

/** A program, which may be missing. */
interface WantedProgram {
  readonly name: string;
  /** Debian package; named like the program by default. */
  readonly source?: string;
  /** Message of the error without it. */
  readonly help: string;
}

/**
 * Finds a program: on PATH, in the user's cache, or unpacked there from Debian's package, without root and without its service.
 * @throws Error with `help` when there is none
 */
export async function findOrUnpack(
  { name, source = name, help }: WantedProgram,
  say: (text: string) => void,
): Promise<string> {
  const cache = join(cacheDir(), source);
  const find = () =>
    findProgram(name) ?? ['bin', 'sbin'].map((dir) => join(cache, 'usr', dir, name)).find(isExecutable);
  const unpack = async () => {
    if (!hasApt()) throw new Error(help);
    say(`unpacking ${source} from Debian into the cache (once)`);
    await aptUnpack(source, cache).catch((cause: Error) => {
      throw new Error(`${help}\n(${cause.message})`, { cause });
    });
    const path = find();
    if (!path) throw new Error(`${help}\n(Debian's package ${source} does not contain ${name})`);
    return path;
  };
  const onWait = (owner?: number) => say(`waiting for process ${owner}, which is installing ${source}`);
  return find() ?? withLock(`${cache}.lock`, async () => find() ?? (await unpack()), { onWait });
}

/**
 * Unpacks a Debian package and its missing dependencies into `to`, without root: apt with its own lists and cache, then
 * dpkg -x. Works in a temporary folder, so that an interruption leaves nothing half-done.
 * @param complete adds further files before the folder is moved into place
 * @throws Error with apt's output
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

/** Downloads the package files without root. */
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
  // --reinstall also fetches a package that Debian lists as installed although its program is missing.
  const install = ['install', '--reinstall', '--download-only', '-yq', '--no-install-recommends', name];
  await withLists(options, install);
  const files = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  if (files.length === 0) throw new Error(`apt-get downloaded nothing for ${name}`);
  return files.map((file) => join(archives, file));
}

/** Updates the lists first. If that fails, another source may still have the package. */
async function withLists(options: readonly string[], args: readonly string[]): Promise<void> {
  const stale = await run('apt-get', [...options, 'update', '-q'], NONINTERACTIVE).catch(String);
  await run('apt-get', [...options, ...args], NONINTERACTIVE).catch((error: Error) => {
    throw stale === undefined ? error : new Error(`${error.message}\n${stale}`, { cause: error });
  });
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const program = findProgram(command) ?? command;
  const options = { env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT_BYTES };
  await execute(program, args, options).catch((error: ExecFileException) => {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-2_000);
    throw new Error(`${command} ${args.at(-1)} failed (${error.code}): ${output}`, { cause: error });
  });
}
