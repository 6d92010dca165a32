import { leaderboard } from '@touchline/api/http/leaderboard';
import { type Routes, route } from '@touchline/service-kit/route';
import { leaderboardPage } from './leaderboard.ts';
import type { Views } from './views.ts';

export function leaderboardRoutes(routes: Routes, { views }: { views: Views }): void {
  route(routes, leaderboard, {}, async ({ params, query, user }) =>
    leaderboardPage(await views.of(params.id), query, user?.wallet_address ?? null),
  );
}
