import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Pause between two runs of a background task. */
export const RETRY_MS = 500;

interface BackgroundTask {
  /** Ends the task. */
  signal: AbortSignal;
  log: Log;
  /** Log message of a failed run. */
  failure: string;
  /** Further fields of the log message. */
  fields?: Readonly<Record<string, unknown>>;
  /** Waits between two runs; default: RETRY_MS. */
  pause?: () => Promise<unknown>;
}

/** Repeats a background task, also after a failed run, until the signal aborts and the current run has ended. */
export async function keepDoing(
  { signal, log, failure, fields, pause = () => sleep(RETRY_MS, undefined, { signal }) }: BackgroundTask,
  run: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await run().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error, ...fields }, failure);
    });
    if (!signal.aborted) await pause().catch(() => {}); // aborted
  }
}
