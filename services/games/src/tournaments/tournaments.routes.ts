import { createTournament as createTournamentEndpoint } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { toWireGame } from '../games/game.ts';
import { assertTournamentsEnabled, type GamesSwitches } from '../games/joinable.ts';
import { createTournament, type TournamentDeps } from './tournaments.ts';

export function tournamentRoutes(routes: Routes, deps: TournamentDeps & { switches: GamesSwitches }): void {
  route(routes, createTournamentEndpoint, async ({ body, user, ctx }) => {
    await assertTournamentsEnabled(deps.switches);
    const by = {
      admin: user.wallet_address,
      request_id: ctx.state.requestId,
      reason: 'created a tournament',
    };
    const game = await createTournament(deps, by, body);
    return { game: toWireGame(game, deps.now(), deps.calendar) };
  });
}
