import { isLocked } from '@touchline/rules/locks';
import { type Season, type SeasonFixture, type SeasonGameweek, getScores } from '../football/season.ts';
import { mapCurrentClubs, type Team } from '../scoring/team.ts';

/** The matches of a roster's players in a gameweek: those of their clubs, and any in which the feed lists them. */
export function findMatches(
  season: Season,
  gameweek: SeasonGameweek,
  roster: Team['roster'],
): Map<number, SeasonFixture[]> {
  const scores = getScores(season, gameweek.id);
  const matches = new Map<number, SeasonFixture[]>();
  for (const [player, club] of mapCurrentClubs(season, roster)) {
    const listed = new Set(scores.get(player)?.map((score) => score.fixture));
    matches.set(
      player,
      gameweek.fixtures.filter(({ id, home, away }) => home === club || away === club || listed.has(id)),
    );
  }
  return matches;
}

/** Whether a player's place in the gameweek is final. A settled gameweek takes no edits, not even of a blank. */
export function isFixed(gameweek: SeasonGameweek, matches: readonly SeasonFixture[], now: number): boolean {
  return gameweek.settled || isLocked(matches, now);
}

/**
 * The players that an edit from a gameweek on may not move: a match of theirs has kicked off in that gameweek or in a later
 * one that overlaps it (game rules 2).
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
