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
  /** How this program is asked to end in good order; default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  readonly watch?: ChildWatch;
}

/** What a supervisor wants to be told about a child. */
export interface ChildWatch {
  readonly onStart?: (pid: number) => void;
  readonly onLine?: (line: string) => void;
  readonly onExit?: (how: string, pid: number) => void;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Settles when the process has ended, with a sentence that says how. */
  readonly exited: Promise<string>;
  /** How it ended, undefined while it runs. */
  exit(): string | undefined;
  /** The last lines it printed, newest last. */
  lastLines(): readonly string[];
  /** Signals the process (not its group). */
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, insists after `graceMs`, and leaves nothing of its process group. */
  stop(graceMs?: number): Promise<void>;
}

const KEPT_LINES = 40;
/** Something outside its process group may hold its output open; it is waited for this long. */
const LAST_LINES_MS = 1_000;

/**
 * Starts a program in a process group of its own, with a guard that ends it when this process is gone,
 * however it went (kill -9 included).
 * @throws Error when the program cannot be executed.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    uid: options.uid,
    gid: options.gid,
    detached: true, // a Ctrl-C in the terminal reaches us alone; we end the parts in order
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new Error(`${options.name} cannot be started: ${error.message}`)));
  });
  const pid = child.pid as number;
  const lines = collectLines(child, options.watch?.onLine);
  options.watch?.onStart?.(pid);
  const guard = startGuard(pid, options.stopSignal ?? 'SIGTERM');
  let ended: string | undefined;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      const how = `${options.name} ended ${signal ? `by ${signal}` : `with code ${code}`}`;
      signalGroup(pid, 'SIGKILL');
      guard.kill('SIGKILL');
      const finish = () => {
        if (ended) return;
        ended = how;
        clearTimeout(enough);
        options.watch?.onExit?.(how, pid);
        resolve(how);
      };
      const enough = setTimeout(finish, LAST_LINES_MS);
      child.once('close', finish); // its last lines have been read
    });
  });

  const stop = async (graceMs = 10_000) => {
    child.kill(options.stopSignal ?? 'SIGTERM');
    const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    await exited;
    clearTimeout(insist);
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
 * A shell that waits for the end of its standard input, which only comes when this process is gone, and then
 * ends the child's process group. It is killed when the child ends, so it never meets a reused pid.
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
  guard.on('error', () => {}); // no shell: the record of pids still finds a leftover at the next start
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return guard;
}

/** Signals a whole process group; one that is gone is fine. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {}
}

/**
 * Waits until a child is ready for work. One that is not ready in time is ended: left running it would keep its port and
 * its files from the next try.
 * @throws Error with the last lines of a child that ended or was not ready in time.
 */
export async function whenReady(
  child: Child,
  isReady: WaitCheck,
  wait: Pick<WaitOptions, 'what' | 'timeoutMs' | 'everyMs'>,
): Promise<void> {
  try {
    await waitUntil(isReady, { ...wait, aborted: () => endedEarly(child) });
  } catch (error) {
    if (child.exit() !== undefined) throw error; // says its last lines itself
    await child.stop();
    const { message, cause } = error as Error;
    throw new Error(`${message}; its last lines:\n${lastWords(child)}`, { cause });
  }
}

function endedEarly(child: Child): Error | undefined {
  const how = child.exit();
  return how ? new Error(`${how}:\n${lastWords(child)}`) : undefined;
}

/** What a child said last, without what Node prints around an error: its sentence stands between lines of code and stack. */
export function lastWords(child: Pick<Child, 'lastLines'>, most = 8): string {
  const told = child.lastLines().filter((line) => !/^\s+at |^Node\.js v|^\s*$/.test(line));
  const error = told.findLastIndex((line) => /^\[?\w*Error\b/.test(line));
  return told.slice(Math.max(error, 0)).slice(-most).join('\n');
}
