import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@touchline/service-kit/process/log';
import { type DrawDeps, drawLeagues } from './draw.ts';
import { type ScoreDeps, scoreLeagues } from './score-leagues.ts';

const POLL_MS = 1_000;

/**
 * Draws head-to-head leagues and stores their scores until `signal` aborts, on the one replica that holds the lock. All state is in
 * the database, so another replica can continue at any time.
 */
export async function runLeagues(
  deps: DrawDeps & ScoreDeps & { log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await drawLeagues(deps);
      await scoreLeagues(deps, signal);
    } catch (error) {
      deps.log.warn({ err: error }, 'league job failed; will retry');
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
