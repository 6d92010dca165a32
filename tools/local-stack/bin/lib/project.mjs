import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The project's root. */
export const ROOT = join(import.meta.dirname, '../../../..');

export const say = (text) => console.log(`> ${text}`);

/**
 * Runs a program in the foreground and returns its exit code (128 + n for a signal).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onText?: (text: string) => void, quiet?: boolean, interrupt?: boolean }} [options]
 *   `onText` receives the output as well; with `quiet` only `onText` receives it, errors included; with `interrupt` an
 *   interrupt is passed on, for programs that a script ends and that do not mind two of them
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = ROOT, env, onText, quiet = false, interrupt = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onText ? ['inherit', 'pipe', quiet ? 'pipe' : 'inherit'] : 'inherit';
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
    child.stdout?.on('data', (chunk) => {
      if (!quiet) process.stdout.write(chunk);
      onText?.(String(chunk));
    });
    child.stderr?.on('data', (chunk) => onText?.(String(chunk)));
    let ending = false;
    const passOn = (signal) => {
      ending = true;
      if (signal === 'SIGTERM' || interrupt) child.kill(signal); // the terminal sends Ctrl-C to the child as well
    };
    process.on('SIGTERM', passOn);
    process.on('SIGINT', passOn);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGTERM', passOn);
      process.off('SIGINT', passOn);
      if (ending) process.exit(130); // start nothing else
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Runs one of the installed node programs, e.g. `node_modules/typescript/bin/tsc`. */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}
