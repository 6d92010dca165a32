import { myParticipations } from '@touchline/api/http/entries';
import { bootstrap, gameweekFixtures, playerDetails, teams } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { fakeFixture } from '@touchline/host/testing/fake-objects';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildBootstrap, buildPlayer, inHours } from './fixtures.ts';

/** Fakes `GET /games` with filter, order and limit; also returns the received requests. */
export function createGamesResponse(games: readonly Game[]) {
  const requests: FakeRequest[] = [];
  const response = fakeResponse(listGames, (request) => {
    requests.push(request);
    const { game_type, status, sort_order, limit } = request.query;
    const direction = sort_order === 'ASC' ? 1 : -1;
    const matching = games
      .filter((game) => (!game_type || game.game_type === game_type) && (!status || game.status === status))
      .sort((a, b) => a.start_time.localeCompare(b.start_time) * direction);
    return { games: matching.slice(0, Number(limit)), total: matching.length };
  });
  return { requests, response };
}

export const noTeams = fakeResponse(myParticipations, { participations: [] });
export const footballResponse = fakeResponse(bootstrap, buildBootstrap());

/** Gives every player one upcoming match and two past gameweeks. */
export const playerResponse = fakeResponse(playerDetails, ({ params }) => ({
  player: buildPlayer(Number(params.id)),
  fixtures: [
    {
      fixture: 1,
      event: 3,
      kickoff_time: inHours(24),
      opponent: 'Man City',
      home: false,
      difficulty: 5,
    },
  ],
  gameweeks: [
    { gameweek: 1, points: 9, minutes: 90 },
    { gameweek: 2, points: -1, minutes: 60 },
  ],
}));

/** In each gameweek, club 1 plays club 2, club 3 plays club 4 and so on. Odd clubs play at home; away matches are hard. */
export const createFixtureResponses = (kickoff_time: string) => [
  fakeResponse(teams, { teams: buildBootstrap().teams }),
  fakeResponse(gameweekFixtures, {
    fixtures: Array.from({ length: 10 }, (_, at) =>
      fakeFixture(at + 1, {
        kickoff_time,
        team_h: 2 * at + 1,
        team_a: 2 * at + 2,
        team_h_difficulty: 2,
        team_a_difficulty: 4,
      }),
    ),
    season: '2026',
    updated_at: inHours(0),
    stale: false,
  }),
];

export const fixtureResponses = createFixtureResponses(inHours(24));
