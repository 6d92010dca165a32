import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import { refreshSeason } from './seasons/season-end.ts';
import { followTransfers } from './transfers/follow-transfers.ts';
import { unlockDue } from './unlocking/unlock.ts';

const REFRESH_SEASON_MS = 60_000;
/** What we send is read every so many rounds. */
const ROUNDS_PER_PAYOUTS = 5;

export interface WorkerDeps {
  db: Database;
  bus: Bus;
  ledger: Ledger;
  payouts: Payouts;
  /** Called about once a minute. */
  count: () => Promise<void>;
  now: () => number;
  log: Log;
}

/**
 * The jobs of a single replica, until `signal` aborts: follow the season's end, follow the chain, unlock stakes, find what
 * was paid. The next round repeats what failed.
 */
export async function runWorker(
  { log, ...deps }: WorkerDeps,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, bus, payouts, now } = deps;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let payoutsIn = 0;
  /** Null when the work failed. */
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    if (signal.aborted) return null;
    return work().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, `${what} failed, retrying`);
      return null;
    });
  };
  while (!signal.aborted) {
    if (performance.now() - refreshedAt >= REFRESH_SEASON_MS)
      await attempt('season refresh', async () => {
        await refreshSeason(db, bus, now());
        refreshedAt = performance.now();
        await deps.count();
      });
    const more = await attempt('following transfers', () => followTransfers(deps));
    if (more === null) refreshedAt = Number.NEGATIVE_INFINITY; // transfers may wait for the season
    await attempt('unlocking', () => unlockDue(deps));
    if (payoutsIn > 0) payoutsIn -= 1;
    else {
      const moreSent = await attempt('following payouts', () => payouts.follow());
      payoutsIn = moreSent ? 0 : ROUNDS_PER_PAYOUTS - 1;
    }
    if (!more) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
