import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import { openSeasons } from '../games/games.store.ts';
import type { Ingest } from './ingest.ts';

const TICK_MS = 1_000;

/** Once a second, what only the clock makes due, until `signal` aborts; a failed tick is tried again by the next. */
export async function runClock(
  { db, ingest, log }: { db: Database; ingest: Ingest; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const season of await openSeasons(db)) await ingest.tick(season);
    } catch (error) {
      log.warn({ err: error }, 'the clock of the games missed a beat');
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => {});
  }
}
