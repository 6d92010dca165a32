import { fixturesByPlayer } from '@touchline/rules/counting';
import { isLocked } from '@touchline/rules/locks';
import { getScores, type Season, type SeasonFixture, type SeasonGameweek } from '@touchline/rules/season';
import { mapCurrentClubs, type Team } from '@touchline/rules/team';

/** Finds the matches of a roster's players in a gameweek. */
export function findMatches(
  season: Season,
  gameweek: SeasonGameweek,
  roster: Team['roster'],
): Map<number, SeasonFixture[]> {
  return fixturesByPlayer(mapCurrentClubs(season, roster), gameweek.fixtures, getScores(season, gameweek.id));
}

/** Returns true when a player can no longer be moved. A settled gameweek accepts no edits, not even of a blank. */
export function isFixed(gameweek: SeasonGameweek, matches: readonly SeasonFixture[], now: number): boolean {
  return gameweek.settled || isLocked(matches, now);
}

/**
 * Finds the players that an edit must not move, because one of their matches has kicked off in the gameweek of the edit or in a
 * later one that overlaps it (game rules 2).
 */
export function findLockedPlayers(
  season: Season,
  fromGameweek: number,
  roster: Team['roster'],
  now: number,
): Set<number> {
  const locked = new Set<number>();
  const started = season.gameweeks.filter(
    ({ id, settled, fixtures }) => id >= fromGameweek && !settled && isLocked(fixtures, now),
  );
  for (const gameweek of started)
    for (const [player, matches] of findMatches(season, gameweek, roster))
      if (isLocked(matches, now)) locked.add(player);
  return locked;
}
