import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { copyProject } from './copy-project.mjs';
import { ROOT, run, say } from './project.mjs';

/**
 * Builds the project, runs steps in a copy of it and counts them. Nothing changes here.
 * @param {(context: { copy: string, scratch: string, step: (what: string, args: string[], cwd?: string) => Promise<void> }) => Promise<void>} work
 *   `step` runs a program of Node, in the copy by default, and throws an error if it fails; `scratch` is a temporary folder
 */
export async function inCopy(work) {
  await build();
  const scratch = mkdtempSync(join(tmpdir(), 'touchline-copy-'));
  const copy = join(scratch, 'project');
  let passed = 0;
  const step = async (what, args, cwd = copy) => {
    say(what);
    if ((await run(process.execPath, args, { cwd })) !== 0) throw new Error(`failed: ${what}`);
    passed++;
  };
  try {
    copyProject(ROOT, copy);
    await work({ copy, scratch, step });
    say(`${passed} passed, 0 failed`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
