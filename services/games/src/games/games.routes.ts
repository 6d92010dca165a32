import { currentGameweekOfGames, entryFees, getGame, listGames } from '@touchline/api/http/games';
import { type Routes, route } from '@touchline/service-kit/http/route';
import { type Fees, toWireGame } from './game.ts';
import { findGames, type GameFilter } from './games.store.ts';
import { createReadCache, getCurrentGameweek, MAX_STALE_MS, type ReadGame } from './games.ts';
import type { GamesContext } from './games-context.ts';

interface GamesRouteDeps extends Pick<GamesContext, 'db' | 'seasons' | 'calendar' | 'now'> {
  fees: Fees;
  readGame: ReadGame;
}

export function gameRoutes(routes: Routes, deps: GamesRouteDeps): void {
  const { db, calendar, now } = deps;

  const readGames = createReadCache(db, async (key) => {
    const { query } = JSON.parse(key) as { query: GameFilter };
    const at = now();
    const { games, total } = await findGames(db, query, at);
    return { games: games.map((game) => toWireGame(game, at, calendar)), total };
  });
  // A list of games depends on the clock, with their status.
  route(routes, listGames, ({ query }) =>
    readGames(JSON.stringify({ query, step: Math.floor(now() / MAX_STALE_MS) })),
  );

  route(routes, entryFees, async () => deps.fees);
  route(routes, currentGameweekOfGames, async () => ({
    gameweek: await getCurrentGameweek(deps.seasons, now()),
  }));

  route(routes, getGame, async ({ params }) => ({
    game: toWireGame(await deps.readGame(params.id), now(), calendar),
  }));
}
