import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import { type CancelDeps, cancelSmallGames } from '../awards/cancel-small-games.ts';
import { proposePrizes } from '../awards/propose.ts';
import { countFundingMismatches } from '../awards/settlements.store.ts';
import { coverGames } from '../funding/cover-games.ts';
import { type FundingDeps, followFunding } from '../funding/funding.ts';
import { RESERVES_AGE_MS, type ReadReserves } from '../funding/reserves.ts';
import type { VaultCheck, VaultState } from '../funding/vault-check.ts';
import type { StoredGame } from '../games/game.ts';
import { findGamesToSettle } from '../games/games.store.ts';
import { type FreezeDeps, freezePrizes } from './freeze.ts';
import type { PrizeMetrics } from './prize-metrics.ts';

export interface PrizeJobDeps extends FreezeDeps, CancelDeps {
  metrics: PrizeMetrics;
  readReserves: ReadReserves;
  reservesRequired: boolean;
  /** Null without a vault. */
  funding: FundingDeps | null;
  vaultCheck: VaultCheck;
}

export const PRIZE_POLL_MS = 2_000;

/**
 * Runs the prize jobs until `signal` aborts, on the one replica that holds the lock: cancels games with too few entries, proposes and
 * freezes prizes, follows the vault, and opens games that the reserves cover. All state is in the database, so another replica can
 * continue at any time. A step that fails is logged and does not stop the others.
 */
export function runPrizes(deps: PrizeJobDeps, pollMs: number, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  const job = { signal, log, failure: 'prize job failed; will retry' };
  const attempt = createAttempt(job);
  const checked = new Set<string>();
  let reservesAt = Number.NEGATIVE_INFINITY;
  /** When games were last found that have to stay closed. */
  let closedAt = Number.NEGATIVE_INFINITY;
  let vault: VaultState = 'REJECTED';
  return keepDoing({ ...job, pauseMs: pollMs }, async () => {
    await attempt('verify vault', async () => {
      vault = await deps.vaultCheck.verify();
    });
    const settling = vault === 'VERIFIED' ? deps : { ...deps, vault: null };
    await attempt('cancel', () => cancelSmallGames(deps));
    const games = await attempt('find', () => findGamesToSettle(deps.db));
    for (const game of games ?? []) {
      if (signal.aborted) return;
      await attempt(`settle ${game.id}`, () => settlePrizes(settling, game));
    }
    if (vault !== 'REJECTED') await attempt('funding', () => followVault(deps, checked));
    if (performance.now() - closedAt >= RESERVES_AGE_MS)
      await attempt('open games', async () => {
        const closed = await coverGames(deps);
        deps.metrics.uncovered(closed);
        if (closed > 0) closedAt = performance.now();
      });
    if (performance.now() - reservesAt >= RESERVES_AGE_MS) {
      reservesAt = performance.now();
      await attempt('reserves', async () => deps.metrics.reserves(await deps.readReserves()));
    }
  });
}

/** Proposes the prizes of a final game, or freezes a proposal whose review has ended. */
export async function settlePrizes(deps: FreezeDeps & CancelDeps, game: StoredGame): Promise<void> {
  await proposePrizes(deps, game);
  await freezePrizes(deps, game);
}

async function followVault({ funding, metrics, db, now }: PrizeJobDeps, checked: Set<string>): Promise<void> {
  if (!funding) return;
  for (let more = true; more; ) more = await followFunding(funding, checked);
  metrics.mismatched(await countFundingMismatches(db, now()));
}
