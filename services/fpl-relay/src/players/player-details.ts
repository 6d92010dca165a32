import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type {
  Fixture,
  upcomingFixture,
  Player,
  PlayerDetails,
  playerGameweek,
  Team,
} from '@touchline/api/http/fpl';
import type { z } from 'zod';
import { isOver, kickoffOf } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';

type FixtureAhead = z.infer<typeof upcomingFixture>;
type PlayerGameweek = z.infer<typeof playerGameweek>;

/** Reads one player with the matches ahead and the points so far; null when the season has no such player. */
export function createPlayerDetails(): (season: Season, id: number) => PlayerDetails | null {
  const totalsOf = createTotals();
  return (season, id) => {
    const { players, teams } = season.bootstrap.content;
    const player = players.find((one) => one.id === id);
    if (!player) return null;
    return {
      player,
      fixtures: fixturesAhead(player, season.fixtures.content, teams),
      gameweeks: gameweeksOf(id, season.live, totalsOf),
    };
  };
}

/** Matches that have not begun, by kick-off; those without a kick-off come last. */
function fixturesAhead(
  { team }: Player,
  fixtures: readonly Fixture[],
  teams: readonly Team[],
): FixtureAhead[] {
  const short = new Map(teams.map(({ id, short_name }) => [id, short_name]));
  return fixtures
    .filter((one) => (one.team_h === team || one.team_a === team) && !one.started && !isOver(one))
    .sort((a, b) => kickoffOrLast(a) - kickoffOrLast(b) || a.id - b.id)
    .map((one) => {
      const home = one.team_h === team;
      return {
        fixture: one.id,
        event: one.event,
        kickoff_time: one.kickoff_time,
        opponent: short.get(home ? one.team_a : one.team_h) ?? '',
        home,
        difficulty: home ? one.team_h_difficulty : one.team_a_difficulty,
      };
    });
}

const kickoffOrLast = (fixture: Fixture) => kickoffOf(fixture) ?? Number.MAX_SAFE_INTEGER;

/** Gameweeks in which the player had a match, in order; the feed's points, without provisional bonus. */
function gameweeksOf(id: number, live: Season['live'], totalsOf: TotalsOf): PlayerGameweek[] {
  return [...live]
    .sort(([a], [b]) => a - b)
    .flatMap(([gameweek, { content }]) => {
      const totals = totalsOf(content).get(id);
      return totals ? [{ gameweek, ...totals }] : [];
    });
}

type Totals = Pick<PlayerGameweek, 'points' | 'minutes'>;
type TotalsOf = (scores: readonly FixtureScoreMessage[]) => ReadonlyMap<number, Totals>;

/** Totals per player, cached by content: a snapshot that has not changed keeps its content object. */
function createTotals(): TotalsOf {
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
