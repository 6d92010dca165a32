import { isLocked } from '@touchline/rules/locks';
import { findGameweeks, type Season, type SeasonGameweek } from '@touchline/rules/season';
import type { Standings, Summary } from '@touchline/standings/standings';
import { LRUCache } from 'lru-cache';
import type { StoredGame } from '../games/game.ts';

/** Standings of a game as of one computation. Rows of `ranking` may be newer. */
export interface GameStandings {
  game: StoredGame;
  season: Season;
  summary: Summary;
  ranking: Standings;
  /** Sum of `summary.moved` since the game was loaded. */
  moved: number;
}

/** Finds the last gameweek of a game whose lineups are completely open: every match has kicked off, or it is settled. */
export function findOpenGameweek(
  { season, game }: Pick<GameStandings, 'season' | 'game'>,
  now: number,
): SeasonGameweek | undefined {
  const isOpen = ({ settled, fixtures }: SeasonGameweek) =>
    settled || (fixtures.length > 0 && fixtures.every((fixture) => isLocked([fixture], now)));
  return findGameweeks(season, game).findLast(isOpen);
}

/** Finds the last kick-off of the last gameweek that is completely open, in epoch ms; 0 without one. */
export function findOpenUntil(standings: GameStandings): number {
  const open = findOpenGameweek(standings, standings.summary.computed_at);
  return Math.max(0, ...(open?.fixtures.map(({ kickoff }) => kickoff ?? 0) ?? []));
}

/**
 * Creates a cache of results that belong to a version, such as the standings of one computation. They are released with their version;
 * failures are not kept.
 * @param max results per version
 */
export function createVersionCache<V extends object, T>(max: number) {
  const results = new WeakMap<V, LRUCache<string, Promise<T>>>();
  return (version: V, key: string, build: () => Promise<T>): Promise<T> => {
    const known = results.get(version) ?? new LRUCache<string, Promise<T>>({ max });
    results.set(version, known);
    const cached = known.get(key);
    if (cached) return cached;
    const result = build();
    known.set(key, result);
    result.catch(() => known.delete(key));
    return result;
  };
}
