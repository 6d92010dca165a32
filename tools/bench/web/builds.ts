import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';
import { builtRemotes } from '@touchline/local-stack/release/built-remote';

/** Builds one folder. @returns seconds */
export async function build(folder: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const since = Date.now();
  const rspack = join(PROJECT, 'node_modules/@rspack/cli/bin/rspack.js');
  const child = spawn(process.execPath, [rspack, 'build', ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`build of ${folder} failed`);
  return (Date.now() - since) / 1000;
}

/** Builds shell and remotes in sequence. @returns seconds */
export async function buildEverything(): Promise<number> {
  let seconds = 0;
  for (const folder of [join(PROJECT, 'shell'), ...builtRemotes(PROJECT)]) seconds += await build(folder);
  return seconds;
}

/** Builds the same sources into a folder as a single build without Module Federation. @returns seconds */
export function buildAsSingle(to: string): Promise<number> {
  const config = join(PROJECT, 'packages/federation/dist/one-build-config.js');
  return build(join(PROJECT, 'shell'), ['--config', config], {
    ONE_BUILD_TO: to,
    ONE_BUILD_REMOTES: builtRemotes(PROJECT).join(','),
  });
}
