import type { RosterPlayer } from '@touchline/api/http/entries';
import { countingFixtures, fixturesByPlayer } from '@touchline/rules/counting';
import { lineupsForGameweek, type StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type TeamGameweek, teamGameweek } from '@touchline/rules/points';
import type { Position } from '@touchline/rules/squad';
import { areFixturesOver, getScores, type Season, type SeasonGameweek } from '../football/season.ts';

/** Entry in the format of `rules`. */
export interface Team {
  joined_at: number;
  /** The fifteen players as they were when the team was saved. */
  roster: readonly Pick<RosterPlayer, 'id' | 'team' | 'position'>[];
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

/** Scores a team's gameweek with `rules`; null for a gameweek before its first lineup. */
export function scoreTeam(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  team: Team,
): TeamGameweek | null {
  const lineups = lineupsForGameweek(team.lineups, gameweek.id);
  if (lineups.length === 0) return null;
  return teamGameweek({
    lineups,
    positions: mapPositions(team.roster),
    fixtures: findTeamFixtures(season, gameweek, game, team),
    scores: getScores(season, gameweek.id),
    gameweek_over: gameweek.settled || areFixturesOver(gameweek),
  });
}

/** Maps player ids to positions. Squad rules allow only the four positions. */
export function mapPositions(roster: Team['roster']): Map<number, Position> {
  return new Map(roster.map((player) => [player.id, player.position as Position]));
}

/** Maps player ids to current club ids of this season. */
export function mapCurrentClubs(season: Season, roster: Team['roster']): Map<number, number> {
  return new Map(roster.map(({ id, team }) => [id, season.players.get(id)?.team ?? team]));
}
