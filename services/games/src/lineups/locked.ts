import { isLocked } from '@touchline/rules/locks';
import { type Season, scoresOf } from '../football/season.ts';
import { clubsNow, type Team } from '../scoring/team.ts';

/**
 * The players whose place is fixed for an edit from a gameweek on: a match of theirs has kicked off, in that gameweek or
 * in a later one that overlaps it (game-rules 2).
 */
export function lockedPlayers(
  season: Season,
  fromGameweek: number,
  roster: Team['roster'],
  now: number,
): Set<number> {
  const locked = new Set<number>();
  const clubs = clubsNow(season, roster);
  for (const gameweek of season.gameweeks.filter(({ id, settled }) => id >= fromGameweek && !settled)) {
    const scores = scoresOf(season, gameweek.id);
    for (const [player, club] of clubs) {
      const listed = new Set(scores.get(player)?.map((score) => score.fixture));
      const own = gameweek.fixtures.filter(
        ({ id, home, away }) => home === club || away === club || listed.has(id),
      );
      if (isLocked(own, now)) locked.add(player);
    }
  }
  return locked;
}
