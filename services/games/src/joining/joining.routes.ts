import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/route';
import { findEntryOf } from '../entries/entries.store.ts';
import { gameOrNotFound } from '../games/games.ts';
import { isPaid } from '../games/joinable.ts';
import { type GamesSwitches, isPaused, refuseIfPaused } from '../games/switches.ts';
import { reservationsIn } from '../reservations/reservations.store.ts';
import { participationOf, type TeamDeps } from '../teams/participations.ts';
import { canJoinNow } from './can-join.ts';
import { joinFree } from './join-free.ts';
import { type JoinPaidDeps, joinPaid } from './join-paid.ts';

export function joiningRoutes(
  routes: Routes,
  deps: JoinPaidDeps & TeamDeps & { switches: GamesSwitches },
): void {
  route(routes, canJoin, ({ params, user }) => canJoinNow(deps, params.id, user.wallet_address));

  route(routes, joinGame, async ({ params, body, user, ctx }) => {
    const game = await gameOrNotFound(deps.db, params.id);
    if ((await isPaused(deps.switches, game)) && !(await hasBegun(deps, game.id, user.wallet_address)))
      await refuseIfPaused(deps.switches, game);
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

/** Whether a wallet reserved or joined before: it may have paid, and a pause does not keep that payment from counting. */
async function hasBegun({ db }: JoinPaidDeps, gameId: string, wallet: string): Promise<boolean> {
  if (await findEntryOf(db, gameId, wallet)) return true;
  return (await reservationsIn(db, gameId, wallet)).length > 0;
}
