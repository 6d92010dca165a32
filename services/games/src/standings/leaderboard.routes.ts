import { leaderboard } from '@touchline/api/http/leaderboard';
import { type Routes, route } from '@touchline/service-kit/route';
import { leaderboardPage } from './leaderboard.ts';
import type { StandingsCache } from './standings-cache.ts';

export function leaderboardRoutes(routes: Routes, { standings }: { standings: StandingsCache }): void {
  route(routes, leaderboard, async ({ params, query, user }) =>
    leaderboardPage(await standings.of(params.id), query, user?.wallet_address ?? null),
  );
}
