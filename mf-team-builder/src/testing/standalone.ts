import { myParticipations } from '@touchline/api/http/entries';
import { currentGameweekOfGames, getGame } from '@touchline/api/http/games';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildBootstrap, buildGame, buildParticipation, NOW } from './fixtures.ts';
import { createGamesResponse, fixtureResponses, footballResponse, playerResponse } from './responses.ts';

const games = [buildGame(2, -24), buildGame(3), buildGame(4, 24 * 7)];
const gameweek = buildBootstrap().gameweeks[0]!;

/** Data that `npm run dev` shows without a backend: three weekly games, all players and one team. */
export const standalone: FakeHostOptions = {
  now: () => NOW,
  responses: [
    footballResponse,
    playerResponse,
    ...fixtureResponses,
    createGamesResponse(games).response,
    fakeResponse(getGame, ({ params }) => ({ game: games.find(({ id }) => id === params.id) ?? games[1]! })),
    fakeResponse(currentGameweekOfGames, { gameweek }),
    fakeResponse(myParticipations, { participations: [buildParticipation(1, { game: games[0]! })] }),
  ],
};
