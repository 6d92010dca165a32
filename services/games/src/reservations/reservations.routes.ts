import { reserve as reserveCall } from '@touchline/api/http/reservations';
import { type Routes, route } from '@touchline/service-kit/route';
import type { JoinDeps } from '../entries/enter.ts';
import type { Fees } from '../games/game.ts';
import { gameOrNotFound } from '../games/games.ts';
import { type GamesSwitches, refuseIfPaused } from '../games/switches.ts';
import { reserve, toWireReservation } from './reserve.ts';

export function reservationRoutes(
  routes: Routes,
  deps: JoinDeps & { fees: Fees; switches: GamesSwitches },
): void {
  route(routes, reserveCall, async ({ params, body, user }) => {
    const game = await gameOrNotFound(deps.db, params.id);
    await refuseIfPaused(deps.switches, game);
    const reservation = await reserve(deps, game, user.wallet_address, body);
    return { reservation: toWireReservation(reservation, deps.fees) };
  });
}
