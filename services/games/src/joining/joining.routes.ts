import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { JoinRequest } from '../entries/team.ts';
import { entriesPaused, type GamesSwitches, isPaid, isPaused } from '../games/game.ts';
import type { ReadGame } from '../games/games.ts';
import { buildParticipation, type TeamDeps } from '../teams/participations.ts';
import { findFirstReceipt } from '../teams/receipts.ts';
import { checkCanJoin } from './can-join.ts';
import { createFreeJoins, type FreelyJoined, type JoinFree } from './join.ts';
import { type JoinPaidDeps, joinPaid, type Pending } from './join-paid.ts';
import { hasReservedOrJoined } from './joining.store.ts';

export type JoiningDeps = JoinPaidDeps & TeamDeps & { readGame: ReadGame; switches: GamesSwitches };

export function joiningRoutes(routes: Routes, deps: JoiningDeps): void {
  const joinFree = createFreeJoins(deps);

  route(routes, canJoin, ({ params, user }) => checkCanJoin(deps, params.id, user.wallet_address));

  route(routes, joinGame, async ({ params, body, user, ctx }) => {
    const joined = await join({ ...deps, joinFree }, params.id, user.wallet_address, body);
    if (joined.state === 'PENDING') {
      ctx.status = 202;
      return { status: joined.state, reservation_id: joined.reservation_id };
    }
    if (!joined.created) ctx.status = 200;
    if (joined.response) return joined.response;
    const { entry } = joined;
    return {
      participation: await buildParticipation(deps, entry),
      receipt: await findFirstReceipt(deps, entry),
    };
  });
}

/** Joins a game. The game may be cached: its locked row decides. */
async function join(
  deps: JoiningDeps & { joinFree: JoinFree },
  gameId: string,
  wallet: string,
  request: JoinRequest,
): Promise<FreelyJoined | Pending> {
  const game = await deps.readGame(gameId);
  // A wallet that has reserved may have paid, and a pause must not void that payment.
  if ((await isPaused(deps.switches, game)) && !(await hasReservedOrJoined(deps.db, gameId, wallet)))
    throw entriesPaused();
  return isPaid(game) ? joinPaid(deps, game, wallet, request) : deps.joinFree(game, wallet, request);
}
