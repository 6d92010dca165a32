import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, runNode } from './project.mjs';

/**
 * Installs what is missing, builds what changed and runs a built program with the arguments of this command.
 * @param {string} script path of the program from the project's root
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<number>} the program's exit code
 */
export async function runBuilt(script, options) {
  await build();
  return runNode(join(ROOT, script), process.argv.slice(2), options);
}
