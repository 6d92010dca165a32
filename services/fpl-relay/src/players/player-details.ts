import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
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

/** Creates a function that returns a player's details. */
export function createPlayerDetails(): (season: Season, player: Player) => PlayerDetails {
  const computeTotals = createTotalsCache();
  return (season, player) => ({
    player,
    fixtures: findUpcomingFixtures(player, season.fixtures.content, season.bootstrap.content.teams),
    gameweeks: listGameweeks(player.id, season.live, computeTotals),
  });
}

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
function listGameweeks(id: number, live: Season['live'], computeTotals: ComputeTotals): PlayerGameweek[] {
  return [...live]
    .sort(([a], [b]) => a - b)
    .flatMap(([gameweek, { content }]) => {
      const totals = computeTotals(content).get(id);
      return totals ? [{ gameweek, ...totals }] : [];
    });
}

type Totals = Pick<PlayerGameweek, 'points' | 'minutes'>;
type ComputeTotals = (scores: readonly FixtureScoreMessage[]) => ReadonlyMap<number, Totals>;

/** Computes totals per player, cached by content. An unchanged snapshot keeps its content object. */
function createTotalsCache(): ComputeTotals {
  const cache = new WeakMap<readonly FixtureScoreMessage[], ReadonlyMap<number, Totals>>();
  return (scores) => {
    const cached = cache.get(scores);
    if (cached) return cached;
    const totals = new Map<number, Totals>();
    for (const { player, points, minutes } of scores) {
      const before = totals.get(player) ?? { points: 0, minutes: 0 };
      totals.set(player, { points: before.points + points, minutes: before.minutes + minutes });
    }
    cache.set(scores, totals);
    return totals;
  };
}
