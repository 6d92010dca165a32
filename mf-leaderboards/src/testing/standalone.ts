import { bootstrap, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { currentGameweekOfGames, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import {
  BOOTSTRAP,
  buildFixture,
  buildGame,
  buildGameweek,
  buildLeaderboard,
  buildRow,
  CLUBS,
  fixturesAnswer,
  NOW,
} from './build.ts';

const TEAMS = 40;
const rows = Array.from({ length: TEAMS }, (_, at) => buildRow(at + 1));
const games = [buildGame(3), buildGame(4, { status: 'UPCOMING' })];

/** What `npm run dev` shows without a backend: a running gameweek with forty teams and one match. */
export const standalone: FakeHostOptions = {
  now: () => NOW,
  responses: [
    fakeResponse(bootstrap, BOOTSTRAP),
    fakeResponse(teams, { teams: CLUBS }),
    fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
    fakeResponse(gameweekFixtures, ({ params }) =>
      fixturesAnswer([buildFixture(1, { event: Number(params.gameweek) })]),
    ),
    fakeResponse(listGames, ({ query }) => {
      const found = query.game_type === 'WEEKLY' ? games : [];
      return { games: found, total: found.length };
    }),
    fakeResponse(leaderboard, buildLeaderboard(rows)),
  ],
};
