import { TouchlineError } from '@touchline/api/errors';
import { vi } from 'vitest';

/** Repeats a check until it no longer throws; throws the last error after ten seconds. */
export const eventually = <T>(check: () => Promise<T>, timeout = 10_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 });

/** Returns the TouchlineError of a rejected promise. */
export async function rejection(promise: Promise<unknown>): Promise<TouchlineError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof TouchlineError) return error;
    throw error;
  }
  throw new Error('the promise was not rejected');
}
