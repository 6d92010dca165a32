import type { Bus } from '@touchline/service-kit/messaging/bus';
import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import { refreshSeason } from './seasons/season-end.ts';
import type { AcceptDeps } from './transfers/accept-transfer.ts';
import { followTransfers } from './transfers/follow-transfers.ts';
import { unlockEndedStakes } from './unlocking/unlock.ts';

/** Default pause between two reads of the chain. */
export const PAUSE_MS = 4_000;
const REFRESH_SEASON_MS = 60_000;
/** Counting reads all payouts, so it runs less often. */
const COUNT_EVERY_MS = 60_000;

export interface WorkerDeps extends AcceptDeps {
  bus: Bus;
  followPayouts: () => Promise<void>;
  updateMetrics: () => Promise<void>;
  log: Log;
}

/**
 * Runs the jobs that only one replica may run, until `signal` aborts: refresh the season, follow the chain, unlock
 * stakes, find sent payouts and update the metrics. A failed job is repeated.
 */
export function runWorker({ log, ...deps }: WorkerDeps, pauseMs: number, signal: AbortSignal): Promise<void> {
  const { db, bus, now } = deps;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let countedAt = Number.NEGATIVE_INFINITY;
  const job = { signal, log, failure: 'staking worker failed; will retry' };
  const attempt = createAttempt(job);
  return keepDoing({ ...job, pauseMs }, async () => {
    if (performance.now() - refreshedAt >= REFRESH_SEASON_MS)
      await attempt('season refresh', async () => {
        await refreshSeason(db, bus, now());
        refreshedAt = performance.now();
      });
    const more = await attempt('transfer scan', () => followTransfers(deps));
    if (more === null) refreshedAt = Number.NEGATIVE_INFINITY; // transfers may be waiting for the season
    await attempt('unlocking stakes', () => unlockEndedStakes(deps));
    await attempt('payout scan', deps.followPayouts);
    if (performance.now() - countedAt >= COUNT_EVERY_MS) {
      countedAt = performance.now();
      await attempt('count', deps.updateMetrics);
    }
    return more;
  });
}
