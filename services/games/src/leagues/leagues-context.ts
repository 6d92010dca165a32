import type { Database } from '@touchline/service-kit/data/database';
import type { ReadGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { LeagueTime } from './league.ts';

/** Dependencies of leagues. */
export interface LeaguesContext extends Pick<GamesContext, 'seasons' | 'calendar' | 'now'> {
  /** Pool of the leagues: while their tables are locked, only leagues wait. */
  db: Database;
  standings: StandingsCache;
  readGame: ReadGame;
}

/** Reads the game of a league with the time that decides its state. */
export async function readTime(
  { readGame, seasons, calendar, now }: LeaguesContext,
  gameId: string,
): Promise<LeagueTime> {
  const game = await readGame(gameId);
  return { game, season: await seasons.getRecent(game.season), now: now(), calendar };
}
