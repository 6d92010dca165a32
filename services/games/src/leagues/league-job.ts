import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import { type DrawDeps, drawLeagues } from './draw.ts';
import { type ScoreDeps, scoreLeagues } from './score-leagues.ts';

const POLL_MS = 1_000;

/**
 * Draws head-to-head leagues and stores their scores until `signal` aborts, on the one replica that holds the lock. All state is in
 * the database, so another replica can continue at any time.
 */
export function runLeagues(deps: DrawDeps & ScoreDeps & { log: Log }, signal: AbortSignal): Promise<void> {
  const failure = 'league job failed; will retry';
  return keepDoing({ signal, log: deps.log, failure, pauseMs: POLL_MS }, async () => {
    await drawLeagues(deps);
    await scoreLeagues(deps, signal);
  });
}
