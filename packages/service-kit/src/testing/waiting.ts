import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { expect, vi } from 'vitest';
import { type Database, query } from '../data/database.ts';

/** Repeats a check until it no longer throws; throws the last error after half a minute. */
export const eventually = <T>(check: () => Promise<T>, timeout = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 });

/** Reads until the value is there. It must be in the first response to a request sent more than `ms` after the call. */
export async function expectWithin<T>(ms: number, read: () => Promise<T>, value: T): Promise<void> {
  const since = performance.now();
  for (;;) {
    const isLast = performance.now() - since > ms;
    const current = await read();
    if (current === value) return;
    if (isLast) return expect(current).toBe(value);
    await sleep(10);
  }
}

/** Returns the number of sessions of the database that wait for a lock. */
export async function countBlocked(db: Database): Promise<number> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await query(db, sql)).length;
}

/** Adds timeouts to a database URL, so that a service waits for a lock of the test for as long as a slow machine needs. */
export const withLongTimeouts = (databaseUrl: string): string =>
  `${databaseUrl}?statement_timeout=60000&lock_timeout=60000`;

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
