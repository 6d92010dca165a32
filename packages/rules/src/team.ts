import { countingFixtures, fixturesByPlayer, type GamePeriod } from './counting.ts';
import { lineupsForGameweek, mapPositions, type StoredLineupVersion } from './lineup.ts';
import { isLocked } from './locks.ts';
import { type TeamGameweek, type TeamGameweekInput, teamGameweek } from './points.ts';
import {
  areFixturesOver,
  getScores,
  isChecked,
  type Season,
  type SeasonFixture,
  type SeasonGameweek,
} from './season.ts';

/** @deprecated Import it from `lineup`; removed in 2.0.0. */
export { mapPositions } from './lineup.ts';

/** Entry with everything that its points depend on. */
export interface Team {
  joined_at: number;
  /** The fifteen players as they were when the team was saved. */
  roster: readonly { id: number; team: number; position: number }[];
  lineups: readonly StoredLineupVersion[];
}

/** Finds the fixtures of a gameweek that count for a team, by player. */
export function findTeamFixtures(season: Season, gameweek: SeasonGameweek, game: GamePeriod, team: Team) {
  const counting = countingFixtures(gameweek.fixtures, { ...game, joined_at: team.joined_at });
  return findFixtures(season, gameweek, team.roster, counting);
}

/** Collects what a team's gameweek is scored from; null for a gameweek before its first lineup. */
export function findTeamInput(
  season: Season,
  gameweek: SeasonGameweek,
  game: GamePeriod,
  team: Team,
): TeamGameweekInput | null {
  const lineups = lineupsForGameweek(team.lineups, gameweek.id);
  if (lineups.length === 0) return null;
  return {
    lineups,
    positions: mapPositions(team.roster),
    fixtures: findTeamFixtures(season, gameweek, game, team),
    scores: getScores(season, gameweek.id),
    gameweek_over: gameweek.settled || areFixturesOver(gameweek),
  };
}

/** Scores a team's gameweek; null for a gameweek before its first lineup. */
export function scoreTeam(
  season: Season,
  gameweek: SeasonGameweek,
  game: GamePeriod,
  team: Team,
): TeamGameweek | null {
  const input = findTeamInput(season, gameweek, game, team);
  return input && teamGameweek(input);
}

/** Maps player ids to current club ids of this season. */
export function mapCurrentClubs(season: Season, roster: Team['roster']): Map<number, number> {
  return new Map(roster.map(({ id, team }) => [id, season.players.get(id)?.team ?? team]));
}

/** Finds the matches of a roster's players in a gameweek, whether or not they count for the team. */
export function findMatches(
  season: Season,
  gameweek: SeasonGameweek,
  roster: Team['roster'],
): Map<number, SeasonFixture[]> {
  return findFixtures(season, gameweek, roster, gameweek.fixtures);
}

function findFixtures<F extends SeasonFixture>(
  season: Season,
  gameweek: SeasonGameweek,
  roster: Team['roster'],
  fixtures: readonly F[],
): Map<number, F[]> {
  const clubs = mapCurrentClubs(season, roster);
  return fixturesByPlayer(clubs, fixtures, getScores(season, gameweek.id), isChecked(gameweek));
}

/**
 * Reports whether a player with these matches can no longer be moved at `now`, epoch ms. A settled gameweek accepts no edits, not
 * even of a blank.
 */
export function isFixed(gameweek: SeasonGameweek, matches: readonly SeasonFixture[], now: number): boolean {
  return gameweek.settled || isLocked(matches, now);
}

/**
 * Finds the players that an edit at `now`, epoch ms, must not move, because one of their matches has kicked off in the gameweek of
 * the edit or in a later one that overlaps it (game rules 2).
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
