import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Metrics } from '@touchline/service-kit/process/metrics';
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

export const createPrizeMetrics = (metrics: Metrics) => ({
  reserves: metrics.gauge('games_reserves_ratio', 'Assets divided by debts; 1 without debts', ['token']),
  uncovered: metrics.gauge(
    'games_uncovered',
    'Games that stay closed until the reserves cover their guarantees',
  ),
  mismatched: metrics.gauge(
    'games_prize_funding_mismatches',
    'Settled games with a different or unapproved settlement in the vault',
  ),
});

export interface PrizeJobDeps extends FreezeDeps, CancelDeps {
  metrics: ReturnType<typeof createPrizeMetrics>;
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
        deps.metrics.uncovered.set(closed);
        if (closed > 0) closedAt = performance.now();
      });
    if (performance.now() - reservesAt >= RESERVES_AGE_MS) {
      reservesAt = performance.now();
      await attempt('reserves', async () => {
        for (const { token, ratio } of (await deps.readReserves()).tokens)
          deps.metrics.reserves.set({ token: token.symbol }, ratio ?? 1);
      });
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
  metrics.mismatched.set(await countFundingMismatches(db, now()));
}
