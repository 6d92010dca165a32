import { setTimeout as sleep } from 'node:timers/promises';
import { refreshSeason } from './seasons/season-end.ts';
import type { ChainDeps } from './transfers/chain.ts';
import { watchChain } from './transfers/watcher.ts';
import { unlockDue } from './unlocking/unlock.ts';

const SEASON_MS = 60_000;

/**
 * What one replica does for all, until `signal` aborts: follow the season's end, watch the chain, unlock. What fails is
 * done again by the next round.
 */
export async function runWorker(deps: ChainDeps, pauseMs: number, signal: AbortSignal): Promise<void> {
  let seasonSeen = Number.NEGATIVE_INFINITY;
  const tried = async (what: string, work: () => Promise<void>) => {
    if (signal.aborted) return false;
    return work().then(
      () => true,
      (error: unknown) => {
        if (!signal.aborted) deps.log.warn({ err: error }, `${what}: trying again`);
        return false;
      },
    );
  };
  while (!signal.aborted) {
    if (performance.now() - seasonSeen >= SEASON_MS) {
      const seen = await tried('season not read', () => refreshSeason(deps.db, deps.bus, deps.now()));
      if (seen) seasonSeen = performance.now();
    }
    const watched = await tried('chain not watched', () => watchChain(deps));
    if (!watched) seasonSeen = Number.NEGATIVE_INFINITY; // transfers may be waiting for the season
    await tried('stakes not unlocked', () => unlockDue(deps));
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
