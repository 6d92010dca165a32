import { footballDataUnavailable, TouchlineError } from '@touchline/api/errors';
import type { Gameweek } from '@touchline/api/http/fpl';
import { findCurrentGameweek } from '@touchline/rules/season';
import type { Database } from '@touchline/service-kit/data/database';
import type { Seasons } from '../football/seasons.ts';
import { iso, type StoredGame } from './game.ts';
import { findGame } from './games.store.ts';
import { createReadCache } from './read-cache.ts';

/** Error for a game that does not exist. */
export const gameNotFound = () => new TouchlineError('NOT_FOUND', 'This game does not exist.');

/** Reads a game. @throws TouchlineError NOT_FOUND */
export async function requireGame(db: Database, id: string): Promise<StoredGame> {
  const game = await findGame(db, id);
  if (!game) throw gameNotFound();
  return game;
}

/** Reads a game that may be up to 200 ms old (`createReadCache`). @throws TouchlineError NOT_FOUND */
export type ReadGame = (id: string) => Promise<StoredGame>;

export const createGameCache = (db: Database, now: () => number): ReadGame =>
  createReadCache(db, now, (id) => requireGame(db, id));

/**
 * Returns the current gameweek: the last one whose deadline has passed, else the first.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE while no football data is stored
 */
export async function getCurrentGameweek(seasons: Seasons, now: number): Promise<Gameweek> {
  const season = await seasons.getRecentCurrent();
  const gameweek = season && findCurrentGameweek(season, now);
  if (!gameweek) throw footballDataUnavailable();
  const { id, name, deadline, start, end, is_next, finished, data_checked } = gameweek;
  return {
    id,
    name,
    gameweek_number: id,
    deadline_time: iso(deadline),
    start_time: start === null ? null : iso(start),
    end_time: end === null ? null : iso(end),
    is_current: deadline <= now,
    is_next: is_next && deadline > now,
    finished,
    data_checked,
  };
}
