import type { explainLine, playerFixture } from '@touchline/api/http/entries';
import { toInstant } from '@touchline/api/values';
import { countsForEntry } from '@touchline/rules/counting';
import { getScores, type Season, type SeasonFixture, type SeasonGameweek } from '@touchline/rules/season';
import { findMatches, mapCurrentClubs, type Team } from '@touchline/rules/team';
import type { z } from 'zod';

export type ExplainLine = z.infer<typeof explainLine>;
type PlayerFixture = z.infer<typeof playerFixture>;

/** The feed's explain lines by `explainKey`. */
export type ExplainByPlayer = ReadonlyMap<string, ExplainLine[]>;
export const explainKey = (player: number, fixture: number) => `${player} ${fixture}`;

/** Builds a player's matches in a gameweek with the points in each, including matches that do not count for the team. */
export function buildPlayerFixtures(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  team: Team,
  player: Team['roster'][number],
  explain: ExplainByPlayer,
): PlayerFixture[] {
  const scores = new Map(
    getScores(season, gameweek.id)
      .get(player.id)
      ?.map((score) => [score.fixture, score]),
  );
  const period = { start: game.start, end: game.end, joined_at: team.joined_at };
  return findMatches(season, gameweek, [player])
    .get(player.id)!
    .map((fixture) => {
      const score = scores.get(fixture.id);
      return {
        fixture: fixture.id,
        ...findOpponent(season, fixture, player),
        kickoff_time: fixture.kickoff === null ? null : toInstant(fixture.kickoff),
        started: fixture.started,
        over: fixture.over,
        counts: countsForEntry(fixture.kickoff, period),
        minutes: score?.minutes ?? 0,
        points: (score?.points ?? 0) + (score?.provisional_bonus ?? 0),
        provisional_bonus: score?.provisional_bonus ?? 0,
        explain: explain.get(explainKey(player.id, fixture.id)) ?? [],
      };
    });
}

/**
 * Finds the opponent's three-letter name in a match of the player's current club, or of the club when the team was saved. For a
 * match of another club the home side is shown.
 */
function findOpponent(season: Season, fixture: SeasonFixture, player: Team['roster'][number]) {
  const clubs = [mapCurrentClubs(season, [player]).get(player.id), player.team];
  const home = clubs.find((club) => club === fixture.home || club === fixture.away) === fixture.home;
  const other = season.clubs.get(home ? fixture.away : fixture.home);
  return { opponent: other?.short_name ?? '', home };
}
