import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, type ChildWatch, startChild, whenReady } from '../dependencies/child.ts';
import { MALLOC, NODE_FLAGS } from '../dependencies/process-settings.ts';

export interface NodeProcess {
  readonly name: string;
  /** The program, relative to the project's root. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Responds with 2xx once the process is ready. */
  readonly readyUrl: string;
}

const READY_TIMEOUT_MS = 60_000;

/** Starts one of our Node programs and waits until it is ready. */
export async function startNodeProcess(
  project: string,
  { name, script, args = [], env, readyUrl }: NodeProcess,
  watch: ChildWatch,
): Promise<Child> {
  const file = join(project, script);
  if (!existsSync(file)) throw new Error(`${script} is missing: run \`npm run build\``);
  const child = await startChild({
    name,
    command: process.execPath,
    args: [...NODE_FLAGS, '--enable-source-maps', file, ...args],
    cwd: project,
    env: { ...inherited(), ...MALLOC, ...env },
    watch,
  });
  await whenReady(child, () => isReady(readyUrl), {
    what: `${name} to be ready (${readyUrl})`,
    timeoutMs: READY_TIMEOUT_MS,
    everyMs: 50,
  });
  return child;
}

/** The environment, without the settings of a test runner. */
function inherited(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, VITEST: _vitest, ...rest } = process.env;
  return rest;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.ok;
}
