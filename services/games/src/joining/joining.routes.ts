import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import { RESPONDED, type Routes, route } from '@touchline/service-kit/http/route';
import { findEntryByWallet } from '../entries/entries.store.ts';
import type { JoinRequest } from '../entries/team.ts';
import { requireGame } from '../games/games.ts';
import { isPaid } from '../games/joinable.ts';
import { assertNotPaused, type GamesSwitches, isPaused } from '../games/switches.ts';
import { findReservations } from '../reservations/reservations.store.ts';
import { buildParticipation, type TeamDeps } from '../teams/participations.ts';
import { checkCanJoin } from './can-join.ts';
import type { FreeJoinResult } from './join-batch.ts';
import type { FreeJoins } from './join-free.ts';
import { type JoinPaidDeps, joinPaid, type Pending } from './join-paid.ts';
import { buildNewEntryJson } from './new-entry-response.ts';

export type JoiningDeps = JoinPaidDeps & TeamDeps & { freeJoins: FreeJoins; switches: GamesSwitches };

export function joiningRoutes(routes: Routes, deps: JoiningDeps): void {
  route(routes, canJoin, ({ params, user }) => checkCanJoin(deps, params.id, user.wallet_address));

  route(routes, joinGame, async ({ params, body, user, ctx }) => {
    const joined = await join(deps, params.id, user.wallet_address, body);
    if (joined.state === 'PENDING') {
      ctx.status = 202;
      return { status: joined.state, reservation_id: joined.reservation_id };
    }
    const { entry, newEntry } = joined;
    if (newEntry) {
      ctx.status = 201;
      ctx.type = 'json';
      ctx.body = buildNewEntryJson(entry, newEntry, deps.now(), deps.calendar);
      return RESPONDED;
    }
    if (!joined.created) ctx.status = 200;
    return { participation: await buildParticipation(deps, entry) };
  });
}

async function join(
  deps: JoiningDeps,
  gameId: string,
  wallet: string,
  request: JoinRequest,
): Promise<FreeJoinResult | Pending> {
  const joined = await deps.freeJoins.joinUnread(gameId, wallet, request);
  if (joined) return joined;
  const game = await requireGame(deps.db, gameId);
  if ((await isPaused(deps.switches, game)) && !(await hasReservedOrJoined(deps, game.id, wallet)))
    await assertNotPaused(deps.switches, game);
  return isPaid(game) ? joinPaid(deps, game, wallet, request) : deps.freeJoins.join(game, wallet, request);
}

/** True when the wallet has reserved or joined. It may have paid, and a pause must not void that payment. */
async function hasReservedOrJoined({ db }: JoinPaidDeps, gameId: string, wallet: string): Promise<boolean> {
  if (await findEntryByWallet(db, gameId, wallet)) return true;
  return (await findReservations(db, gameId, wallet)).length > 0;
}
