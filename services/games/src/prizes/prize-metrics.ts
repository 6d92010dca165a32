import type { Reserves } from '@touchline/api/http/reserves';
import type { Metrics } from '@touchline/service-kit/process/metrics';

export interface PrizeMetrics {
  reserves(reserves: Reserves): void;
  /** Number of games that stay closed because the reserves do not cover their guarantees. */
  uncovered(games: number): void;
  /** Number of settlements whose funding on the chain differs from ours, or was not approved and can still be revoked. */
  mismatched(settlements: number): void;
}

/** Creates gauges; without `metrics` they do nothing. */
export function createPrizeMetrics(metrics: Metrics | undefined): PrizeMetrics {
  const ratio = metrics?.gauge('games_reserves_ratio', 'Assets divided by debts; 1 without debts', ['token']);
  const uncovered = metrics?.gauge(
    'games_uncovered',
    'Games that stay closed until the reserves cover their guarantees',
  );
  const mismatched = metrics?.gauge(
    'games_prize_funding_mismatches',
    'Settled games with a different or unapproved settlement in the vault',
  );
  return {
    reserves: ({ tokens }) => {
      for (const { token, ratio: value } of tokens) ratio?.set({ token: token.symbol }, value ?? 1);
    },
    uncovered: (games) => uncovered?.set(games),
    mismatched: (settlements) => mismatched?.set(settlements),
  };
}
