import { myParticipations } from '@touchline/api/http/entries';
import { bootstrap, playerDetails } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { answer, type FakeCall } from '@touchline/host/testing/fake-answers';
import { buildBootstrap, buildPlayer, inHours } from './build.ts';

/** `GET /games` over some games, with filter, order and limit; `calls` are the requests. */
export function gamesAnswer(games: readonly Game[]) {
  const calls: FakeCall[] = [];
  const given = answer(listGames, (call) => {
    calls.push(call);
    const { game_type, status, sort_order, limit } = call.query;
    const direction = sort_order === 'ASC' ? 1 : -1;
    const found = games
      .filter((game) => (!game_type || game.game_type === game_type) && (!status || game.status === status))
      .sort((a, b) => a.start_time.localeCompare(b.start_time) * direction);
    return { games: found.slice(0, Number(limit)), total: found.length };
  });
  return { calls, given };
}

export const noTeams = answer(myParticipations, { participations: [] });
export const footballAnswer = answer(bootstrap, buildBootstrap());

/** Every player has one upcoming match and two past gameweeks. */
export const playerAnswer = answer(playerDetails, ({ params }) => ({
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
