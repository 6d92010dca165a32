import { isDeepStrictEqual } from 'node:util';
import { findGameweeks, type Season } from '../football/season.ts';

/**
 * Returns true when both versions of a season give a game the same standings. Compares gameweeks with their fixtures, scores and
 * the clubs of players. Prices, form and news change every few minutes and move no entry.
 */
export function isSameSeason(
  before: Season,
  after: Season,
  game: { first_gameweek: number; last_gameweek: number },
): boolean {
  if (before === after) return true;
  const gameweeks = findGameweeks(after, game);
  return (
    before.id === after.id &&
    gameweeks.every(({ id }) => before.scores.get(id) === after.scores.get(id)) &&
    isDeepStrictEqual(findGameweeks(before, game), gameweeks) &&
    haveSameClubs(before.players, after.players)
  );
}

function haveSameClubs(before: Season['players'], after: Season['players']): boolean {
  if (before === after) return true;
  if (before.size !== after.size) return false;
  for (const [id, { team }] of after) if (before.get(id)?.team !== team) return false;
  return true;
}
