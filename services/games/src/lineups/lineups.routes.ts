import { publicLineup, saveLineup as saveLineupCall } from '@touchline/api/http/lineups';
import type { Database } from '@touchline/service-kit/database';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Seasons } from '../football/seasons.ts';
import type { Views } from '../standings/views.ts';
import { saveLineup } from './lineups.ts';
import { publicLineupOf } from './public-lineup.ts';

export function lineupRoutes(
  routes: Routes,
  deps: { db: Database; seasons: Seasons; views: Views; now: () => number },
): void {
  route(routes, saveLineupCall, {}, ({ params, body, user }) =>
    saveLineup(deps, params.id, user.wallet_address, body),
  );

  route(routes, publicLineup, {}, ({ params }) => publicLineupOf(deps, params.id, params.participation_id));
}
