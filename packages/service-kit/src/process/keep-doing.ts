import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Default pause between two runs of a background task. */
const PAUSE_MS = 500;
/** Longest pause after a failed run. */
const RETRY_MS = 60_000;

const LOG_AGAIN_MS = 5 * 60_000;
/** Channel of failed tasks, to which the metrics of the process subscribe (`FailingTask`). */
export const FAILED_TASKS = 'touchline:failed-tasks';
const failedTasks = channel(FAILED_TASKS);

/** A task, or a step of one, that has failed. */
export interface FailingTask {
  labels: { failure: string; step: string };
  /** Time of its last failure on the monotonic clock; null since a run has worked, and after the task has ended. */
  failedAt: number | null;
}

interface Task {
  /** Log message of a failed run. */
  failure: string;
  /** Further fields of the log message. */
  fields?: Readonly<Record<string, unknown>> | undefined;
  log: Log;
}

interface BackgroundTask extends Task {
  /** Ends the task. */
  signal: AbortSignal;
  /** Pause between two runs; default: 500 ms. After a failed run, at most a minute. */
  pauseMs?: number;
  /** Replaces the pause, which would take `ms`. */
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Repeats a background task, also after a failed run, until the signal aborts and the current run has ended. Of consecutive failures
 * with the same message, one is logged every five minutes.
 * @param run returns true when there is more to do, without a pause
 */
export async function keepDoing(
  { signal, pauseMs = PAUSE_MS, pause, ...task }: BackgroundTask,
  run: () => Promise<unknown>,
): Promise<void> {
  const failures = createFailures(task);
  while (!signal.aborted) {
    let more: unknown;
    let pauseNext = pauseMs;
    try {
      more = await run();
      failures.end();
    } catch (error) {
      if (!signal.aborted) failures.add(error);
      pauseNext = Math.min(pauseMs, RETRY_MS);
    }
    if (more === true || signal.aborted) continue;
    await (pause?.(pauseNext) ?? sleep(pauseNext, undefined, { signal })).catch(() => {}); // aborted
  }
  failures.end();
}

type Failures = ReturnType<typeof createFailures>;

/** Records the failures of a task. */
function createFailures({ failure, fields = {}, log }: Task) {
  const task: FailingTask = {
    labels: { failure, step: Object.values(fields).join(' ') },
    failedAt: null,
  };
  let logged: { text: string; at: number } | null = null;
  return {
    /** Records a failed run. Logs it unless the same error was logged within five minutes. */
    add(error: unknown) {
      task.failedAt = performance.now();
      failedTasks.publish(task);
      const text = String(error);
      if (logged?.text === text && performance.now() - logged.at < LOG_AGAIN_MS) return;
      log.warn({ err: error, ...fields }, failure);
      logged = { text, at: performance.now() };
    },
    /** Records a run that worked, or the end of the task. */
    end() {
      task.failedAt = null;
      logged = null;
    },
  };
}

/** Runs a step of a job and returns its result; null after a failure or when the job ends. */
type Attempt = <T>(step: string, run: () => Promise<T>) => Promise<T | null>;

/**
 * Creates the function that runs the steps of a repeated job, until the signal aborts. A failed step does not stop the others. Of
 * consecutive failures of a step with the same message, one is logged every five minutes.
 */
export function createAttempt({ signal, log, failure }: BackgroundTask): Attempt {
  const failing = new Map<string, Failures>();
  const stop = (step: string) => {
    failing.get(step)?.end();
    failing.delete(step);
  };
  signal.addEventListener('abort', () => [...failing.keys()].forEach(stop), { once: true });
  return async (step, run) => {
    if (signal.aborted) return null;
    try {
      const result = await run();
      if (failing.has(step)) log.info({ step }, 'step recovered');
      stop(step);
      return result;
    } catch (error) {
      if (signal.aborted) return null;
      const failures = failing.get(step) ?? createFailures({ failure, fields: { step }, log });
      failing.set(step, failures);
      failures.add(error);
      return null;
    }
  };
}
