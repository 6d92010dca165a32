import { isDeepStrictEqual } from 'node:util';
import { findGameweeks, type Season } from '../football/season.ts';

/**
 * Whether a game's standings would be the same from both: its gameweeks with their fixtures, their scores, and the clubs of the
 * players, who have not missed a match before it is over. Prices, form and news come every few minutes and move nobody.
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
