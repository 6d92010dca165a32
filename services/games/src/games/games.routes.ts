import { currentGameweekOfGames, entryFees, getGame, listGames } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import { type Fees, toWireGame } from './game.ts';
import { findGames } from './games.store.ts';
import { gameOrNotFound, gameweekNow } from './games.ts';

interface GamesRouteDeps {
  db: Knex;
  seasons: Seasons;
  calendar: Calendar;
  fees: Fees;
  now: () => number;
}

export function gameRoutes(routes: Routes, deps: GamesRouteDeps): void {
  const { db, calendar, now } = deps;

  route(routes, listGames, async ({ query }) => {
    const at = now();
    const { games, total } = await findGames(db, query, at);
    return { games: games.map((game) => toWireGame(game, at, calendar)), total };
  });

  // Literal paths before /games/:id.
  route(routes, entryFees, async () => deps.fees);
  route(routes, currentGameweekOfGames, async () => ({
    gameweek: await gameweekNow(deps.seasons, now()),
  }));

  route(routes, getGame, async ({ params }) => ({
    game: toWireGame(await gameOrNotFound(db, params.id), now(), calendar),
  }));
}
