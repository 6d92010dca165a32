import { getParticipation, joinGame, myParticipation, myParticipations } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Seasons } from '../football/seasons.ts';
import { gameOrNotFound } from '../games/games.ts';
import { isPaid } from '../games/joinable.ts';
import { joinPaid } from '../payments/join-paid.ts';
import type { PaymentDeps } from '../payments/payment-deps.ts';
import type { Views } from '../standings/views.ts';
import { joinFree } from './join.ts';
import { detailsOf, participationIn, participationOf, participationsOf } from './participations.ts';

export interface EntryRouteDeps {
  db: Database;
  seasons: Seasons;
  views: Views;
  calendar: Calendar;
  now: () => number;
}

export function entryRoutes(routes: Routes, deps: EntryRouteDeps, payments: PaymentDeps): void {
  route(routes, joinGame, {}, async ({ params, body, user, ctx }) => {
    const game = await gameOrNotFound(deps.db, params.id);
    const joined = isPaid(game)
      ? await joinPaid(payments, game, user.wallet_address, body)
      : await joinFree(deps, game, user.wallet_address, body);
    if (joined.state === 'PENDING') {
      ctx.status = 202;
      return { status: joined.state, reservation_id: joined.reservation_id };
    }
    if (!joined.created) ctx.status = 200;
    return { participation: await participationOf(deps, joined.entry) };
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
