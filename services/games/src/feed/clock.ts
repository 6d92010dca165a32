import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import { openSeasons } from '../games/games.store.ts';
import type { GameweekPipeline } from './gameweek-pipeline.ts';

const TICK_MS = 1_000;

/** Ticks the pipeline once a second until `signal` aborts; a failed tick is retried by the next one. */
export async function runClock(
  { db, pipeline, log }: { db: Database; pipeline: GameweekPipeline; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const season of await openSeasons(db)) await pipeline.tick(season);
    } catch (error) {
      log.warn({ err: error }, 'game clock failed');
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => {});
  }
}
