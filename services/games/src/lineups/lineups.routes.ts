import { saveLineup as saveLineupCall } from '@touchline/api/http/lineups';
import type { Database } from '@touchline/service-kit/database';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Seasons } from '../football/seasons.ts';
import { saveLineup } from './lineups.ts';

export function lineupRoutes(
  routes: Routes,
  deps: { db: Database; seasons: Seasons; now: () => number },
): void {
  route(routes, saveLineupCall, {}, ({ params, body, user }) =>
    saveLineup(deps, params.id, user.wallet_address, body),
  );
}
