import { getParticipation, joinGame, myParticipation, myParticipations } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Seasons } from '../football/seasons.ts';
import type { Views } from '../standings/views.ts';
import { join } from './join.ts';
import { detailsOf, participationIn, participationOf, participationsOf } from './participations.ts';

export interface EntryRouteDeps {
  db: Database;
  seasons: Seasons;
  views: Views;
  calendar: Calendar;
  now: () => number;
}

export function entryRoutes(routes: Routes, deps: EntryRouteDeps): void {
  route(routes, joinGame, {}, async ({ params, body, user, ctx }) => {
    const { entry, created } = await join(deps, params.id, user.wallet_address, body);
    if (!created) ctx.status = 200;
    return { participation: await participationOf(deps, entry) };
  });

  route(routes, myParticipation, {}, async ({ params, user }) => ({
    participation: await participationIn(deps, params.id, user.wallet_address),
  }));

  // `realtime` changes nothing: standings are never older than the last acknowledged write.
  route(routes, myParticipations, {}, async ({ user }) => ({
    participations: await participationsOf(deps, user.wallet_address),
  }));

  route(routes, getParticipation, {}, async ({ params, user }) => ({
    participation: await detailsOf(deps, params.id, user.wallet_address),
  }));
}
