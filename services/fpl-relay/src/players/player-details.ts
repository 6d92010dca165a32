import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type {
  Fixture,
  fixtureAhead,
  Player,
  PlayerDetails,
  playerGameweek,
  Team,
} from '@touchline/api/http/fpl';
import type { z } from 'zod';
import { isOver, kickoffOf } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';

type FixtureAhead = z.infer<typeof fixtureAhead>;
type PlayerGameweek = z.infer<typeof playerGameweek>;

/** One player with what lies ahead of him and what he did; null when the season has no such player. */
export function playerDetails(view: Season, id: number): PlayerDetails | null {
  const { players, teams } = view.bootstrap.content;
  const player = players.find((one) => one.id === id);
  if (!player) return null;
  return {
    player,
    fixtures: fixturesAhead(player, view.fixtures.content, teams),
    gameweeks: gameweeksOf(id, view.live),
  };
}

/** Matches that have not begun, by kick-off; those without one come last. */
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

/** Gameweeks in which he had a match, in order; the feed's points, without provisional bonus. */
function gameweeksOf(id: number, live: Season['live']): PlayerGameweek[] {
  return [...live]
    .sort(([a], [b]) => a - b)
    .flatMap(([gameweek, { content }]) => {
      const sums = sumsOf(content).get(id);
      return sums ? [{ gameweek, ...sums }] : [];
    });
}

type Sums = Pick<PlayerGameweek, 'points' | 'minutes'>;

/** Added up once for each content: a snapshot that did not change keeps its content over every refresh. */
const added = new WeakMap<readonly FixtureScoreMessage[], ReadonlyMap<number, Sums>>();

function sumsOf(scores: readonly FixtureScoreMessage[]): ReadonlyMap<number, Sums> {
  const known = added.get(scores);
  if (known) return known;
  const sums = new Map<number, Sums>();
  for (const { player, points, minutes } of scores) {
    const before = sums.get(player) ?? { points: 0, minutes: 0 };
    sums.set(player, { points: before.points + points, minutes: before.minutes + minutes });
  }
  added.set(scores, sums);
  return sums;
}
