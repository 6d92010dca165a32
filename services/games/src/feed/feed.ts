import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { Log } from '@touchline/service-kit/process/log';
import type { Fees } from '../games/game.ts';
import { runClock } from './clock.ts';
import { followRelay } from './follow-relay.ts';
import { createGameweekPipeline, type PipelineDeps } from './gameweek-pipeline.ts';
import { createRelaySnapshots } from './relay-snapshots.ts';

interface FeedDeps extends Omit<PipelineDeps, 'seasonFee'> {
  bus: Bus;
  fees: Fees;
  log: Log;
}

/** Follows the feed, whose data change games and points. */
export function followFeed(deps: FeedDeps) {
  const pipeline = createGameweekPipeline({ ...deps, seasonFee: deps.fees.SEASON });
  followRelay(deps.bus, deps.db, createRelaySnapshots({ ...deps, pipeline }));
  return {
    /** Makes the changes that depend on the clock alone, until the signal aborts. */
    runClock: (signal: AbortSignal) => runClock({ ...deps, pipeline }, signal),
  };
}
