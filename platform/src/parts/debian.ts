import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';

const NO_QUESTIONS = { DEBIAN_FRONTEND: 'noninteractive' };

/** Whether this machine has Debian's package tools. */
export function hasApt(): boolean {
  return findProgram('apt-get') !== undefined && findProgram('dpkg') !== undefined;
}

/** Installs Debian packages as root. @throws Error with apt's own words. */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...wait, 'update', '-q'], NO_QUESTIONS);
  await run('apt-get', [...wait, 'install', '-yq', '--no-install-recommends', ...packages], NO_QUESTIONS);
}

/**
 * Unpacks a Debian package into `to` without root: apt with lists and a cache of its own, then dpkg -x. Only
 * the package itself, none of its dependencies.
 */
export async function aptUnpack(name: string, to: string, work: string): Promise<void> {
  const lists = join(work, 'lists');
  const archives = join(work, 'archives');
  for (const dir of [lists, archives]) mkdirSync(join(dir, 'partial'), { recursive: true });
  const options = [
    '-o',
    `Dir::State::lists=${lists}`,
    '-o',
    `Dir::Cache=${work}`,
    '-o',
    `Dir::Cache::archives=${archives}`,
    '-o',
    'Debug::NoLocking=true',
    '-o',
    'APT::Sandbox::User=',
  ]; // prettier keeps pairs together
  await run('apt-get', [...options, 'update', '-q'], NO_QUESTIONS);
  await run('apt-get', [...options, 'download', name], NO_QUESTIONS, work);
  const file = readdirSync(work).find((entry) => entry.startsWith(`${name}_`) && entry.endsWith('.deb'));
  if (!file) throw new Error(`apt-get download ${name} left no file`);
  mkdirSync(to, { recursive: true });
  await run('dpkg', ['-x', join(work, file), to], {});
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = findProgram(command) ?? command;
    const child = spawn(path, [...args], {
      cwd,
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
