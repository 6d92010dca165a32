import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import type { Seasons } from '../football/seasons.ts';
import type { ReadGame } from '../games/games.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { LeagueTime } from './league.ts';

/** Dependencies of leagues. */
export interface LeaguesContext {
  /** Pool of the leagues: while their tables are locked, only leagues wait. */
  db: Database;
  seasons: Seasons;
  standings: StandingsCache;
  readGame: ReadGame;
  calendar: Calendar;
  now: () => number;
}

/** Reads the game of a league with the time that decides its state. */
export async function readTime(
  { readGame, seasons, calendar, now }: LeaguesContext,
  gameId: string,
): Promise<LeagueTime> {
  const game = await readGame(gameId);
  return { game, season: await seasons.getRecent(game.season), now: now(), calendar };
}
