import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/route';
import { gameOrNotFound } from '../games/games.ts';
import { isPaid } from '../games/joinable.ts';
import { participationOf, type TeamDeps } from '../teams/participations.ts';
import { canJoinNow } from './can-join.ts';
import { joinFree } from './join-free.ts';
import { type JoinPaidDeps, joinPaid } from './join-paid.ts';

export function joiningRoutes(routes: Routes, deps: JoinPaidDeps & TeamDeps): void {
  route(routes, canJoin, ({ params, user }) => canJoinNow(deps, params.id, user.wallet_address));

  route(routes, joinGame, async ({ params, body, user, ctx }) => {
    const game = await gameOrNotFound(deps.db, params.id);
    const join = isPaid(game) ? joinPaid : joinFree;
    const joined = await join(deps, game, user.wallet_address, body);
    if (joined.state === 'PENDING') {
      ctx.status = 202;
      return { status: joined.state, reservation_id: joined.reservation_id };
    }
    if (!joined.created) ctx.status = 200;
    return { participation: await participationOf(deps, joined.entry) };
  });
}
