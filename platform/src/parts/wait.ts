export interface WaitOptions {
  /** What is awaited, for the error: "Postgres to answer". */
  readonly what: string;
  readonly timeoutMs: number;
  readonly everyMs?: number;
  /** Ends the wait at once with its error, e.g. when the awaited process died. */
  readonly aborted?: () => Error | undefined;
}

export type WaitCheck<T = unknown> = () => Promise<T | undefined | false> | T | undefined | false;

/**
 * Polls `check` until it answers something other than undefined/false and returns it.
 * @throws Error naming `what` and the last failure after `timeoutMs`.
 */
export async function waitUntil<T>(check: WaitCheck<T>, options: WaitOptions): Promise<T> {
  const until = performance.now() + options.timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = error;
    }
    const aborted = options.aborted?.();
    if (aborted) throw aborted;
    if (performance.now() >= until) {
      throw new Error(`waited ${options.timeoutMs / 1000} s for ${options.what}`, { cause: last });
    }
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 30));
  }
}
