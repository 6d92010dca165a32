import {
  gamesSeriesRequest,
  gamesTotalsRequest,
  remotesRequest,
  stakingSeriesRequest,
  stakingTotalsRequest,
  userTotalsRequest,
} from '@touchline/api/events/admin-services';
import {
  adminHealth,
  adminRemotes,
  adminSeries,
  adminStats,
  type ServiceHealth,
} from '@touchline/api/http/admin-overview';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitRead, READ_MS } from '../owners/await-owner.ts';
import { collectHealth } from './health.ts';
import { listPeriodStarts, mergeSeries } from './series.ts';

const read = { timeoutMs: READ_MS };

interface OverviewDeps {
  bus: Bus;
  /** Reads the health of this service. */
  ownHealth: () => Promise<ServiceHealth>;
  /** Epoch ms. */
  now: () => number;
}

/** Endpoints for totals, series, remotes and health, combined from the replies of the owners. */
export function overviewRoutes(routes: Routes, { bus, ownHealth, now }: OverviewDeps): void {
  route(routes, adminStats, async () => {
    const [users, games, staking] = await Promise.all([
      awaitRead('gateway', request(bus, userTotalsRequest, {}, read)),
      awaitRead('games', request(bus, gamesTotalsRequest, {}, read)),
      awaitRead('staking', request(bus, stakingTotalsRequest, {}, read)),
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
      awaitRead('games', request(bus, gamesSeriesRequest, since, read)),
      awaitRead('staking', request(bus, stakingSeriesRequest, since, read)),
    ]);
    return { series: mergeSeries(at, [...games.points, ...staking.points]) };
  });

  route(routes, adminHealth, async () => ({
    parts: await collectHealth(bus, ownHealth),
    checked_at: new Date(now()).toISOString(),
  }));

  route(routes, adminRemotes, () => awaitRead('gateway', request(bus, remotesRequest, {}, read)));
}
