import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { RESPONDED, type Routes, route } from '@touchline/service-kit/route';
import { findEntryOf } from '../entries/entries.store.ts';
import type { JoinRequest } from '../entries/team.ts';
import { gameOrNotFound } from '../games/games.ts';
import { isPaid } from '../games/joinable.ts';
import { type GamesSwitches, isPaused, refuseIfPaused } from '../games/switches.ts';
import { reservationsIn } from '../reservations/reservations.store.ts';
import { participationOf, type TeamDeps } from '../teams/participations.ts';
import { canJoinNow } from './can-join.ts';
import type { FreeJoins } from './join-free.ts';
import { type JoinPaidDeps, joinPaid, type Pending } from './join-paid.ts';
import type { FreelyJoined } from './join-batch.ts';
import { newcomerText } from './new-entry-response.ts';

export type JoiningDeps = JoinPaidDeps & TeamDeps & { freeJoins: FreeJoins; switches: GamesSwitches };

export function joiningRoutes(routes: Routes, deps: JoiningDeps): void {
  route(routes, canJoin, ({ params, user }) => canJoinNow(deps, params.id, user.wallet_address));

  route(routes, joinGame, async ({ params, body, user, ctx }) => {
    const joined = await join(deps, params.id, user.wallet_address, body);
    if (joined.state === 'PENDING') {
      ctx.status = 202;
      return { status: joined.state, reservation_id: joined.reservation_id };
    }
    const { entry, arrival } = joined;
    if (arrival) {
      ctx.status = 201;
      ctx.type = 'json';
      ctx.body = newcomerText(entry, arrival, deps.now(), deps.calendar);
      return RESPONDED;
    }
    if (!joined.created) ctx.status = 200;
    return { participation: await participationOf(deps, entry) };
  });
}

async function join(
  deps: JoiningDeps,
  gameId: string,
  wallet: string,
  request: JoinRequest,
): Promise<FreelyJoined | Pending> {
  const joined = await deps.freeJoins.joinKnown(gameId, wallet, request);
  if (joined) return joined;
  const game = await gameOrNotFound(deps.db, gameId);
  if ((await isPaused(deps.switches, game)) && !(await hasBegun(deps, game.id, wallet)))
    await refuseIfPaused(deps.switches, game);
  return isPaid(game) ? joinPaid(deps, game, wallet, request) : deps.freeJoins.join(game, wallet, request);
}

/** Whether a wallet reserved or joined before: it may have paid, and a pause does not keep that payment from counting. */
async function hasBegun({ db }: JoinPaidDeps, gameId: string, wallet: string): Promise<boolean> {
  if (await findEntryOf(db, gameId, wallet)) return true;
  return (await reservationsIn(db, gameId, wallet)).length > 0;
}
