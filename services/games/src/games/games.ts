import { footballDataUnavailable, TouchlineError } from '@touchline/api/errors';
import type { Gameweek } from '@touchline/api/http/fpl';
import { toInstant } from '@touchline/api/values';
import { findCurrentGameweek } from '@touchline/rules/season';
import { type Database, getDatabaseInfo } from '@touchline/service-kit/data/database';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import { LRUCache } from 'lru-cache';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from './game.ts';
import { findGame } from './games.store.ts';

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

export const createGameCache = (db: Database): ReadGame => createReadCache(db, (id) => requireGame(db, id));

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
    deadline_time: toInstant(deadline),
    start_time: start === null ? null : toInstant(start),
    end_time: end === null ? null : toInstant(end),
    is_current: deadline <= now,
    is_next: is_next && deadline > now,
    finished,
    data_checked,
  };
}

/** Longest time for which a cached read may lag behind the writes of another replica. */
export const MAX_STALE_MS = 200;
/** One entry per game, or per combination of filters in a step of the clock. */
const MAX_ENTRIES = 1_000;

/**
 * Shares reads by key for `MAX_STALE_MS`, so the load on the database does not depend on the number of clients. A read that starts
 * after a commit of this process that wrote an event includes that commit. Writes of other replicas are seen after
 * `MAX_STALE_MS`, without any message.
 */
export function createReadCache<T>(
  db: Database,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const reads = new LRUCache({
    max: MAX_ENTRIES,
    ttl: MAX_STALE_MS,
    ttlAutopurge: true,
    memoMethod: (key: string) => createTimedRead(MAX_STALE_MS, () => read(key)),
  });
  getDatabaseInfo(db).outboxListeners.add(() => reads.clear());
  return (key) => reads.memo(key).read();
}
