import {
  askGamesSeries,
  askGamesTotals,
  askRemotes,
  askStakingSeries,
  askStakingTotals,
  askUserTotals,
} from '@touchline/api/events/admin-parts';
import {
  adminHealth,
  adminRemotes,
  adminSeries,
  adminStats,
  type PartHealth,
} from '@touchline/api/http/admin-overview';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import { type Routes, route } from '@touchline/service-kit/route';
import { answerOf, READ_MS } from '../owners/owner.ts';
import { healthOfAll } from './health.ts';
import { beginnings, mergeSeries } from './series.ts';

const read = { timeoutMs: READ_MS };

interface OverviewDeps {
  bus: Bus;
  /** The health of this service. */
  ownHealth: () => Promise<PartHealth>;
  /** Epoch ms. */
  now: () => number;
}

/** Totals, series, remotes and the health of every part: put together from what the owners answer. */
export function overviewRoutes(routes: Routes, { bus, ownHealth, now }: OverviewDeps): void {
  route(routes, adminStats, async () => {
    const [users, games, staking] = await Promise.all([
      answerOf('gateway', ask(bus, askUserTotals, {}, read)),
      answerOf('games', ask(bus, askGamesTotals, {}, read)),
      answerOf('staking', ask(bus, askStakingTotals, {}, read)),
    ]);
    return {
      totalUsers: users.users,
      totalGames: games.games,
      totalParticipations: games.entries,
      totalStakingRecords: staking.stakes,
      totalStakedAmount: staking.staked_amount,
      activeStakes: staking.active_stakes,
    };
  });

  route(routes, adminSeries, async ({ query: { per, last } }) => {
    const at = beginnings(per, last, now());
    const since = { per, from: at[0]! };
    const [games, staking] = await Promise.all([
      answerOf('games', ask(bus, askGamesSeries, since, read)),
      answerOf('staking', ask(bus, askStakingSeries, since, read)),
    ]);
    return { series: mergeSeries(at, [...games.points, ...staking.points]) };
  });

  route(routes, adminHealth, async () => ({
    parts: await healthOfAll(bus, ownHealth),
    checked_at: new Date(now()).toISOString(),
  }));

  route(routes, adminRemotes, () => answerOf('gateway', ask(bus, askRemotes, {}, read)));
}
