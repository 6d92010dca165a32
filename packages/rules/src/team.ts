import { countingFixtures, fixturesByPlayer } from './counting.ts';
import { lineupsForGameweek, type StoredLineupVersion } from './lineup-versions.ts';
import { type TeamGameweek, type TeamGameweekInput, teamGameweek } from './points.ts';
import { areFixturesOver, getScores, type Season, type SeasonGameweek } from './season.ts';
import type { Position } from './squad.ts';

/** Entry with everything that its points depend on. */
export interface Team {
  joined_at: number;
  /** The fifteen players as they were when the team was saved. */
  roster: readonly { id: number; team: number; position: number }[];
  lineups: readonly StoredLineupVersion[];
}

/** Finds the fixtures of a gameweek that count for a team, by player. */
export function findTeamFixtures(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  team: Team,
) {
  const counting = countingFixtures(gameweek.fixtures, { ...game, joined_at: team.joined_at });
  return fixturesByPlayer(mapCurrentClubs(season, team.roster), counting, getScores(season, gameweek.id));
}

/** Collects what a team's gameweek is scored from; null for a gameweek before its first lineup. */
export function findTeamInput(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
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
  game: { start: number; end: number },
  team: Team,
): TeamGameweek | null {
  const input = findTeamInput(season, gameweek, game, team);
  return input && teamGameweek(input);
}

/** Maps player ids to positions. Squad rules allow only the four positions. */
export function mapPositions(roster: Team['roster']): Map<number, Position> {
  return new Map(roster.map((player) => [player.id, player.position as Position]));
}

/** Maps player ids to current club ids of this season. */
export function mapCurrentClubs(season: Season, roster: Team['roster']): Map<number, number> {
  return new Map(roster.map(({ id, team }) => [id, season.players.get(id)?.team ?? team]));
}
