import { TouchlineError } from '@touchline/api/errors';
import { createTournament as createTournamentEndpoint } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { type GamesSwitches, toWireGame } from '../games/game.ts';
import { createTournament, type TournamentDeps } from './tournaments.ts';

export function tournamentRoutes(routes: Routes, deps: TournamentDeps & { switches: GamesSwitches }): void {
  route(routes, createTournamentEndpoint, async ({ body, user, ctx }) => {
    if (!(await deps.switches.isOn('tournaments')))
      throw new TouchlineError('PAUSED', 'Tournaments are paused. You can create one once they are back on.');
    const by = {
      admin: user.wallet_address,
      request_id: ctx.state.requestId,
      reason: 'created a tournament',
    };
    const game = await createTournament(deps, by, body);
    return { game: toWireGame(game, deps.now(), deps.calendar) };
  });
}
