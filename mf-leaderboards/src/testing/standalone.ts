import { bootstrap, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { currentGameweekOfGames, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import {
  BOOTSTRAP,
  buildFixture,
  buildFixturesResponse,
  buildGame,
  buildGameweek,
  buildLeaderboard,
  buildRow,
  CLUBS,
  NOW,
} from './build.ts';

const TEAMS = 40;
const rows = Array.from({ length: TEAMS }, (_, index) => buildRow(index + 1));
const games = [buildGame(3), buildGame(4, { status: 'UPCOMING' })];

/** Data for `npm run dev`, which runs without a backend: a running gameweek with forty teams and one match. */
export const standalone: FakeHostOptions = {
  now: () => NOW,
  responses: [
    fakeResponse(bootstrap, BOOTSTRAP),
    fakeResponse(teams, { teams: CLUBS }),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
    fakeResponse(gameweekFixtures, ({ params }) =>
      buildFixturesResponse([buildFixture(1, { event: Number(params.gameweek) })]),
    ),
    fakeResponse(listGames, ({ query }) => {
      const list = query.game_type === 'WEEKLY' ? games : [];
      return { games: list, total: list.length };
    }),
    fakeResponse(leaderboard, buildLeaderboard(rows)),
  ],
};
