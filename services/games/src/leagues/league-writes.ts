import type { Database } from '@touchline/service-kit/data/database';
import { createBatcher } from '@touchline/service-kit/process/shared-work';
import type { Knex } from 'knex';
import type { Outcome } from '../games/game-writes.ts';
import { type EntryKey, lockEntries } from './members.store.ts';

/** Largest batch. Bounds the time for which a batch locks entries and leagues. */
const MAX_BATCH = 200;
/** Another request in a batch costs much less than another transaction, so it pays to wait. */
const PAUSE_MS = 10;

/**
 * Creates a function whose concurrent calls share a transaction. It locks the entries of all requests, in one order: entries come
 * before leagues in every transaction, so that no two wait for each other.
 * @param work returns one outcome per request, in order; an error that it throws fails all of them, with nothing written
 */
export function createLeagueWrites<R extends EntryKey, T>(
  db: Database,
  work: (trx: Knex.Transaction, requests: readonly R[]) => Promise<readonly Outcome<T>[]>,
): (request: R) => Promise<T> {
  const run = createBatcher(
    (take: () => readonly R[]) =>
      db.transaction(async (trx) => {
        const requests = take();
        await lockEntries(trx, requests);
        return work(trx, requests);
      }),
    { maxBatch: MAX_BATCH, pauseMs: () => PAUSE_MS },
  );
  return async (request) => {
    const outcome = await run(request);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}
