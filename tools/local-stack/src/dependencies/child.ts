import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type WaitCheck, type WaitOptions, waitUntil } from './wait.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** The signal for a graceful stop; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  readonly watch?: ChildWatch;
}

/** Callbacks for a supervisor. */
export interface ChildWatch {
  readonly onStart?: (pid: number) => void;
  readonly onLine?: (line: string) => void;
  readonly onExit?: (how: string, pid: number) => void;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Resolves with a description once the process has ended. */
  readonly exited: Promise<string>;
  /** Exit code or signal; undefined while it runs. */
  exit(): string | undefined;
  /** The last lines it printed, newest last. */
  lastLines(): readonly string[];
  /** Signals the process (not its group). */
  signal(signal: NodeJS.Signals): void;
  /** Stops it gracefully, kills it after `graceMs`, and ends its whole process group. */
  stop(graceMs?: number): Promise<void>;
}

const KEPT_LINES = 40;
/** Time limit for the end of the output, which another process may hold open. */
const OUTPUT_CLOSE_TIMEOUT_MS = 1_000;

/**
 * Starts a program in its own process group, with a guard that ends the group when this process has ended, even after
 * kill -9. Execa's cleanup covers neither the group nor kill -9.
 * @throws Error when the program cannot be executed
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    uid: options.uid,
    gid: options.gid,
    detached: true, // keeps Ctrl-C away: the supervisor stops the processes in order
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new Error(`${options.name} failed to start: ${error.message}`)));
  });
  const pid = child.pid as number;
  const lines = collectLines(child, options.watch?.onLine);
  const guard = startGuard(pid, options.stopSignal ?? 'SIGTERM');
  options.watch?.onStart?.(pid);
  let ended: string | undefined;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      const how = `${options.name} ended ${signal ? `by ${signal}` : `with code ${code}`}`;
      signalGroup(pid, 'SIGKILL');
      guard.kill('SIGKILL');
      const finish = () => {
        if (ended) return;
        ended = how;
        clearTimeout(timeout);
        options.watch?.onExit?.(how, pid);
        resolve(how);
      };
      const timeout = setTimeout(finish, OUTPUT_CLOSE_TIMEOUT_MS);
      child.once('close', finish); // all output has been read
    });
  });

  const stop = async (graceMs = 10_000) => {
    child.kill(options.stopSignal ?? 'SIGTERM');
    const kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    await exited;
    clearTimeout(kill);
  };

  return {
    name: options.name,
    pid,
    exited,
    exit: () => ended,
    lastLines: () => lines,
    signal: (signal) => void child.kill(signal),
    stop,
  };
}

function collectLines(child: ChildProcess, onLine: ChildWatch['onLine']): readonly string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    });
  }
  return lines;
}

/**
 * A shell that waits for its standard input to close, which happens when this process ends, and then ends the child's
 * process group. It is killed when the child ends, so it never meets a reused pid.
 */
function startGuard(pid: number, stopSignal: NodeJS.Signals): ChildProcess {
  const signal = stopSignal.replace('SIG', '');
  const script = `trap '' INT TERM HUP
while read -r _; do :; done
kill -${signal} ${pid} 2>/dev/null
n=0
while kill -0 ${pid} 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
kill -KILL -${pid} 2>/dev/null`;
  const guard = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.on('error', () => {}); // without a shell, the next start still finds leftovers in the record
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return guard;
}

/** Signals a process group, if it still exists. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {}
}

/**
 * Waits until a child is ready. One that is not ready in time is stopped, because it would block port and files for the
 * next attempt.
 * @throws Error with the last lines of a child that ended or was not ready in time
 */
export async function whenReady(
  child: Child,
  isReady: WaitCheck,
  wait: Pick<WaitOptions, 'what' | 'timeoutMs' | 'everyMs'>,
): Promise<void> {
  try {
    await waitUntil(isReady, { ...wait, aborted: () => endedEarly(child) });
  } catch (error) {
    if (child.exit() !== undefined) throw error; // already includes the last lines
    await child.stop();
    const { message, cause } = error as Error;
    throw new Error(`${message}; its last lines:\n${lastWords(child)}`, { cause });
  }
}

function endedEarly(child: Child): Error | undefined {
  const how = child.exit();
  return how ? new Error(`${how}:\n${lastWords(child)}`) : undefined;
}

/** The last lines of a child; for an error only its message, without Node's excerpt and stack. */
export function lastWords(child: Pick<Child, 'lastLines'>, most = 8): string {
  const lines = child.lastLines().filter((line) => !/^\s+at |^Node\.js v|^\s*$/.test(line));
  const error = lines.findLastIndex((line) => /^\[?\w*Error\b/.test(line));
  return lines.slice(Math.max(error, 0)).slice(-most).join('\n');
}
