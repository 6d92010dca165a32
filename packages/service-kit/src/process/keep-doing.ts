import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Default pause between two runs of a background task. */
const PAUSE_MS = 500;

interface BackgroundTask {
  /** Ends the task. */
  signal: AbortSignal;
  log: Log;
  /** Log message of a failed run. */
  failure: string;
  /** Further fields of the log message. */
  fields?: Readonly<Record<string, unknown>>;
  /** Pause between two runs; default: 500 ms. */
  pauseMs?: number;
  /** Replaces the pause of `pauseMs`. */
  pause?: () => Promise<unknown>;
}

/**
 * Repeats a background task, also after a failed run, until the signal aborts and the current run has ended. Of consecutive failures
 * with the same message only the first is logged.
 * @param run returns true when there is more to do, without a pause
 */
export async function keepDoing(
  { signal, log, failure, fields, pauseMs = PAUSE_MS, pause }: BackgroundTask,
  run: () => Promise<unknown>,
): Promise<void> {
  let logged: string | null = null;
  while (!signal.aborted) {
    let more: unknown;
    try {
      more = await run();
      logged = null;
    } catch (error) {
      if (String(error) !== logged && !signal.aborted) log.warn({ err: error, ...fields }, failure);
      logged = String(error);
    }
    if (more === true || signal.aborted) continue;
    await (pause?.() ?? sleep(pauseMs, undefined, { signal })).catch(() => {}); // aborted
  }
}

/** Runs a step of a job and returns its result; null after a failure or when the job ends. */
type Attempt = <T>(step: string, run: () => Promise<T>) => Promise<T | null>;

/**
 * Creates the function that runs the steps of a repeated job, until the signal aborts. A failed step does not stop the others. Of
 * consecutive failures of a step, only the first is logged.
 */
export function createAttempt({
  signal,
  log,
  failure,
}: Pick<BackgroundTask, 'signal' | 'log' | 'failure'>): Attempt {
  const failing = new Set<string>();
  return async (step, run) => {
    if (signal.aborted) return null;
    try {
      const result = await run();
      if (failing.delete(step)) log.info({ step }, 'step recovered');
      return result;
    } catch (error) {
      if (!failing.has(step) && !signal.aborted) log.warn({ err: error, step }, failure);
      failing.add(step);
      return null;
    }
  };
}
