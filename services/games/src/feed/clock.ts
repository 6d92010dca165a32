import type { Database } from '@touchline/service-kit/data/database';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import { findOpenSeasons } from '../games/games.store.ts';
import type { GameweekPipeline } from './gameweek-pipeline.ts';

const TICK_MS = 1_000;

/** Ticks the pipeline every second until `signal` aborts. The next tick retries a failed one. */
export function runClock(
  { db, pipeline, log }: { db: Database; pipeline: GameweekPipeline; log: Log },
  signal: AbortSignal,
): Promise<void> {
  const failure = 'game clock tick failed; will retry';
  return keepDoing({ signal, log, failure, pauseMs: TICK_MS }, async () => {
    for (const season of await findOpenSeasons(db)) await pipeline.tick(season);
  });
}
