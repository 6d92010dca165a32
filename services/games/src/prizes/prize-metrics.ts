import type { Reserves } from '@touchline/api/http/reserves';
import type { Metrics } from '@touchline/service-kit/process/metrics';

export type PrizeMetrics = ReturnType<typeof createPrizeMetrics>;

/** Creates gauges; without `metrics` they do nothing. */
export function createPrizeMetrics(metrics: Metrics | undefined) {
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
    reserves: ({ tokens }: Reserves) => {
      for (const { token, ratio: value } of tokens) ratio?.set({ token: token.symbol }, value ?? 1);
    },
    uncovered: (games: number) => uncovered?.set(games),
    mismatched: (settlements: number) => mismatched?.set(settlements),
  };
}
