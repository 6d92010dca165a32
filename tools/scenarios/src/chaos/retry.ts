import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';

const TIMEOUT_MS = 180_000;
const PAUSE_MS = 300;

/**
 * Repeats a call until the product gives an answer that is its own: not a lost connection, a server error or "later".
 * @throws TouchlineError that refuses the call for good
 * @throws Error when there is none for three minutes
 */
export async function persist<T>(what: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (performance.now() >= until) throw new Error(`no answer to ${what}`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}

const LATER = new Set([401, 408, 429]);

function isRefusal(error: unknown): boolean {
  if (!(error instanceof TouchlineError)) return false;
  return error.status >= 400 && error.status < 500 && !LATER.has(error.status);
}
