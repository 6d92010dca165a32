import type { Bus } from '@touchline/service-kit/messaging/bus';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import type { Fees } from '../games/game.ts';
import { findOpenSeasons } from '../games/games.store.ts';
import { followRelay } from './follow-relay.ts';
import { createGameweekPipeline, type PipelineDeps } from './gameweek-pipeline.ts';
import { createRelaySnapshots } from './relay-snapshots.ts';

interface FeedDeps extends Omit<PipelineDeps, 'seasonFee'> {
  bus: Bus;
  fees: Fees;
  log: Log;
}

const TICK_MS = 1_000;

/** Follows the feed, whose data change games and points. */
export function followFeed(deps: FeedDeps) {
  const pipeline = createGameweekPipeline({ ...deps, seasonFee: deps.fees.SEASON });
  followRelay(deps.bus, deps.db, createRelaySnapshots({ ...deps, pipeline }));
  return {
    /** Makes the changes that depend on the clock alone, every second until the signal aborts. */
    runClock(signal: AbortSignal): Promise<void> {
      const failure = 'game clock tick failed; will retry';
      return keepDoing({ signal, log: deps.log, failure, pauseMs: TICK_MS }, async () => {
        for (const season of await findOpenSeasons(deps.db)) await pipeline.tick(season);
      });
    },
  };
}
