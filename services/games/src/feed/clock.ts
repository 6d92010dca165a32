import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/data/database';
import type { Log } from '@touchline/service-kit/process/log';
import { findOpenSeasons } from '../games/games.store.ts';
import type { GameweekPipeline } from './gameweek-pipeline.ts';

const TICK_MS = 1_000;

/** Ticks the pipeline every second until `signal` aborts. The next tick retries a failed one. */
export async function runClock(
  { db, pipeline, log }: { db: Database; pipeline: GameweekPipeline; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const season of await findOpenSeasons(db)) await pipeline.tick(season);
    } catch (error) {
      log.warn({ err: error }, 'game clock tick failed; will retry');
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => {});
  }
}
