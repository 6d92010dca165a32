import {
  gamesSeriesRequest,
  gamesTotalsRequest,
  stakingSeriesRequest,
  stakingTotalsRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import { adminHealth, adminSeries, adminStats, type ServiceHealth } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitOwner, deadline } from '../owners/forward.ts';
import { collectHealth } from './health.ts';
import { listPeriodStarts, mergeSeries } from './series.ts';

interface OverviewDeps {
  bus: Bus;
  /** Reads the health of this service. */
  ownHealth: () => Promise<ServiceHealth>;
  /** Epoch ms. */
  now: () => number;
}

/** Endpoints for totals, series and health, combined from the replies of the owners. */
export function overviewRoutes(routes: Routes, { bus, ownHealth, now }: OverviewDeps): void {
  route(routes, adminStats, async () => {
    const [users, games, staking] = await Promise.all([
      awaitOwner('gateway', request(bus, userTotalsRequest, {}, deadline)),
      awaitOwner('games', request(bus, gamesTotalsRequest, {}, deadline)),
      awaitOwner('staking', request(bus, stakingTotalsRequest, {}, deadline)),
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
    const at = listPeriodStarts(per, last, now());
    const since = { per, from: at[0]! };
    const [games, staking] = await Promise.all([
      awaitOwner('games', request(bus, gamesSeriesRequest, since, deadline)),
      awaitOwner('staking', request(bus, stakingSeriesRequest, since, deadline)),
    ]);
    return { series: mergeSeries(at, [...games.points, ...staking.points]) };
  });

  route(routes, adminHealth, async () => ({
    parts: await collectHealth(bus, ownHealth),
    checked_at: toInstant(now()),
  }));
}
