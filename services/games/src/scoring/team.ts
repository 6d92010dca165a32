import type { RosterPlayer } from '@touchline/api/http/entries';
import { countingFixtures, fixturesByPlayer } from '@touchline/rules/counting';
import { lineupsForGameweek, type StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type TeamGameweek, teamGameweek } from '@touchline/rules/points';
import type { Position } from '@touchline/rules/squad';
import { areFixturesOver, type Season, type SeasonGameweek, getScores } from '../football/season.ts';

/** An entry in the shape that `rules` reads. */
export interface Team {
  joined_at: number;
  /** The fifteen as they were when the team was saved. */
  roster: readonly Pick<RosterPlayer, 'id' | 'team' | 'position'>[];
  lineups: readonly StoredLineupVersion[];
}

/** The fixtures of a gameweek that count for a team, by player of the fifteen. */
export function findTeamFixtures(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  team: Team,
) {
  const counting = countingFixtures(gameweek.fixtures, { ...game, joined_at: team.joined_at });
  return fixturesByPlayer(mapCurrentClubs(season, team.roster), counting, getScores(season, gameweek.id));
}

/** Scores a team's gameweek by `rules`; null for a gameweek before its first lineup. */
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

/** Positions of the fifteen from the roster; squad rules admit only the four. */
export function mapPositions(roster: Team['roster']): Map<number, Position> {
  return new Map(roster.map((player) => [player.id, player.position as Position]));
}

/** The players' current clubs by player; ids of this season. */
export function mapCurrentClubs(season: Season, roster: Team['roster']): Map<number, number> {
  return new Map(roster.map(({ id, team }) => [id, season.players.get(id)?.team ?? team]));
}
