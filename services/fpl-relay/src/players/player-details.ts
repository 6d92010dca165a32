import type {
  Fixture,
  Player,
  PlayerDetails,
  playerGameweek,
  Team,
  upcomingFixture,
} from '@touchline/api/http/fpl';
import type { z } from 'zod';
import { isOver, parseKickoff } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';

type UpcomingFixture = z.infer<typeof upcomingFixture>;
type PlayerGameweek = z.infer<typeof playerGameweek>;

/** Builds a player's details. */
export const buildPlayerDetails = (season: Season, player: Player): PlayerDetails => ({
  player,
  fixtures: findUpcomingFixtures(player, season.fixtures.content, season.bootstrap.content.teams),
  gameweeks: listGameweeks(player.id, season.live),
});

/** Matches that have not started, by kick-off. Matches without a kick-off come last. */
function findUpcomingFixtures(
  { team }: Player,
  fixtures: readonly Fixture[],
  teams: readonly Team[],
): UpcomingFixture[] {
  const shortNames = new Map(teams.map(({ id, short_name }) => [id, short_name]));
  return fixtures
    .filter((one) => (one.team_h === team || one.team_a === team) && !one.started && !isOver(one))
    .sort((a, b) => kickoffOrLast(a) - kickoffOrLast(b) || a.id - b.id)
    .map((one) => {
      const home = one.team_h === team;
      return {
        fixture: one.id,
        event: one.event,
        kickoff_time: one.kickoff_time,
        opponent: shortNames.get(home ? one.team_a : one.team_h) ?? '',
        home,
        difficulty: home ? one.team_h_difficulty : one.team_a_difficulty,
      };
    });
}

const kickoffOrLast = (fixture: Fixture) => parseKickoff(fixture) ?? Number.MAX_SAFE_INTEGER;

/** Gameweeks in which the player had a match, in order, with the feed's points without provisional bonus. */
function listGameweeks(id: number, live: Season['live']): PlayerGameweek[] {
  return [...live]
    .sort(([a], [b]) => a - b)
    .flatMap(([gameweek, { content }]) => {
      const scores = content.filter(({ player }) => player === id);
      const sum = (field: 'points' | 'minutes') => scores.reduce((total, score) => total + score[field], 0);
      return scores.length === 0 ? [] : [{ gameweek, points: sum('points'), minutes: sum('minutes') }];
    });
}
