import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the result of `work`, or null if it takes longer than `ms`; it then continues unobserved. Rejects if `work` does in time. */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: ended.signal, ref: false })]);
  } finally {
    ended.abort();
  }
}
