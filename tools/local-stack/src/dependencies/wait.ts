export interface WaitOptions {
  /** Completes the error message "waited 5 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  readonly everyMs?: number;
  /** An error that ends the wait early, for example because the process died. */
  readonly aborted?: () => Error | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type WaitCheck<T = unknown> = () => Promise<T | undefined | false> | T | undefined | false;

/**
 * Polls `check` until it returns something other than undefined or false.
 * @throws Error with `what` and the last failure after `timeoutMs`
 */
export async function waitUntil<T>(check: WaitCheck<T>, options: WaitOptions): Promise<T> {
  const until = performance.now() + options.timeoutMs;
  let last: unknown;
  for (;;) {
    options.signal?.throwIfAborted();
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
