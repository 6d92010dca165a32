import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';

const TIMEOUT_MS = 180_000;
const PAUSE_MS = 300;

/**
 * Repeats a request until the product responds with success or a final rejection. Lost connections, server errors and
 * temporary rejections are retried.
 * @throws TouchlineError for a final rejection
 * @throws Error if there is no such response within three minutes
 */
export async function retry<T>(name: string, request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (isFinalRejection(error)) throw error;
      if (performance.now() >= until) throw new Error(`no final response to ${name}`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}

const TEMPORARY = new Set([401, 408, 429]);

function isFinalRejection(error: unknown): boolean {
  if (!(error instanceof TouchlineError)) return false;
  return error.status >= 400 && error.status < 500 && !TEMPORARY.has(error.status);
}
