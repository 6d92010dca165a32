import { reserve as reserveEndpoint } from '@touchline/api/http/reservations';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { entriesPaused, type Fees, type GamesSwitches, isPaused } from '../games/game.ts';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { reserve, toWireReservation } from './reserve.ts';

export function reservationRoutes(
  routes: Routes,
  deps: GamesContext & { fees: Fees; switches: GamesSwitches },
): void {
  route(routes, reserveEndpoint, async ({ params, body, user }) => {
    const game = await requireGame(deps.db, params.id);
    if (await isPaused(deps.switches, game)) throw entriesPaused();
    const reservation = await reserve(deps, game, user.wallet_address, body);
    return { reservation: toWireReservation(reservation, deps.fees) };
  });
}
