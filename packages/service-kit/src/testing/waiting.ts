import { TouchlineError } from '@touchline/api/errors';
import { vi } from 'vitest';

/** Repeats until it no longer throws; throws the last error after ten seconds. */
export const eventually = <T>(check: () => Promise<T>, timeout = 10_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 });

/** The error that a call is refused with. */
export async function rejection(call: Promise<unknown>): Promise<TouchlineError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TouchlineError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
