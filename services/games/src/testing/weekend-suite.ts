import assert from 'node:assert/strict';
import { getParticipation, myParticipations, type ParticipationGameweek } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { saveLineup } from '@touchline/api/http/lineups';
import type { FakeFeed } from './fake-feed.ts';
import { buildFixture, buildScore, DAY, HOUR, TEAM } from './feed-builders.ts';
import { type PointsSuite, startPointsSuite } from './points-suite.ts';

/** Pairs of players to swap. */
export type Swaps = readonly (readonly [number, number])[];

/** A season whose gameweeks have a Saturday (clubs 1 to 10) and a Sunday (11 to 20). */
export interface WeekendSuite extends PointsSuite {
  saturday(gameweek: number): number;
  sunday(gameweek: number): number;
  /** Saves the lineup of `buildJoin` with pairs of players swapped. */
  save(who: string, id: string, swaps?: Swaps, changes?: object): Promise<unknown>;
  /** Changes the kick-offs and gameweeks of matches in the feed. */
  move(fixtures: readonly number[], to: { kickoff: number | null; event?: number | null }): Promise<void>;
  /** Adds a match to the feed, unpublished. */
  addMatch(match: { id: number; event: number; team_h: number; team_a: number; kickoff: number }): void;
  /**
   * Ends the matches up to the end of a day, or one match by its id. Players without a score in a finished match get 90
   * minutes and two points.
   */
  end(gameweek: number, day: 'saturday' | 'sunday' | number): Promise<void>;
  /** Returns a team's gameweek after asserting that details, leaderboard and My Teams agree on its points. */
  scored(who: string, game: Pick<Game, 'id'>, id: string, gameweek: number): Promise<ParticipationGameweek>;
}

/** @param now a Friday noon; the first Saturday is the day after. There are three weekly gameweeks. */
export async function startWeekendSuite(
  dependencies: { databaseUrl: string; natsUrl: string },
  now: number,
): Promise<WeekendSuite> {
  const saturday = (gameweek: number) => now + DAY + (gameweek - 1) * 7 * DAY;
  const sunday = (gameweek: number) => saturday(gameweek) + DAY;
  const app = await startPointsSuite(dependencies, now, [1, 2, 3].map(saturday));
  const { feed } = app;
  const publishFixtures = async () => {
    await feed.publishFixtures();
    await app.waitForFeed();
  };
  feed.delayLateClubs(DAY);
  await publishFixtures();
  return {
    ...app,
    saturday,
    sunday,
    save: (who, id, swaps = [], changes = {}) =>
      app.as(who).request(saveLineup, { params: { id }, body: { ...buildLineup(swaps), ...changes } }),
    async move(fixtures, { kickoff, event }) {
      const kickoff_time = kickoff === null ? null : new Date(kickoff).toISOString();
      for (const id of fixtures)
        Object.assign(feed.fixture(id), { kickoff_time, ...(event === undefined ? {} : { event }) });
      await publishFixtures();
    },
    addMatch(match) {
      feed.fixtures.push(buildFixture(match));
    },
    async end(gameweek, day) {
      const until = typeof day === 'number' ? 0 : { saturday, sunday }[day](gameweek) + DAY / 2;
      for (const fixture of feed.fixtures) {
        const due = fixture.event === gameweek && Date.parse(fixture.kickoff_time!) < until;
        if (!due && fixture.id !== day) continue;
        Object.assign(fixture, { started: true, finished_provisional: true });
        app.clock.now = Math.max(app.clock.now, Date.parse(fixture.kickoff_time!) + 2 * HOUR);
      }
      await publishFixtures();
      addMissingScores(feed, gameweek);
      await app.publishPoints(gameweek);
    },
    async scored(who, { id: game }, id, gameweek) {
      const { participation } = await app.as(who).request(getParticipation, { params: { id } });
      const result = participation.gameweeks.find((one) => one.gameweek === gameweek);
      assert(result, `the details have gameweek ${gameweek}`);
      const sum = participation.gameweeks.reduce((total, one) => total + thousandths(one.earned), 0);
      const { me } = await app.leaderboard(game, {}, who);
      const { participations } = await app.as(who).request(myParticipations, { query: {} });
      const mine = participations.find((one) => one.id === id);
      for (const [where, shown] of Object.entries({ participation, me, mine })) {
        assert(shown);
        assert.equal(
          thousandths(shown.earned_points),
          sum,
          `${where}: ${shown.earned_points * 1000} is not ${sum}`,
        );
        if (gameweek === participation.gameweek)
          assert.equal(shown.gameweek_points, result.points, `${where} has different gameweek points`);
      }
      return result;
    },
  };
}

function addMissingScores(feed: FakeFeed, gameweek: number): void {
  const rows = feed.live.get(gameweek) ?? [];
  const scored = new Set(rows.map(({ fixture, player }) => `${fixture} ${player}`));
  const played = feed.fixtures.filter(({ event, started }) => event === gameweek && started);
  const others = played.flatMap(({ id, team_h, team_a }) =>
    feed.players
      .filter(
        (player) => (player.team === team_h || player.team === team_a) && !scored.has(`${id} ${player.id}`),
      )
      .map((player) => buildScore(id, player.id)),
  );
  feed.live.set(gameweek, [...rows, ...others]);
}

const thousandths = (points: number) => Math.round(points * 1000);

/** Builds the lineup of `buildJoin` with pairs of players swapped; the formation stays 3-4-3. */
function buildLineup(swaps: Swaps) {
  const other = new Map(swaps.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const moved = (ids: readonly number[]) => ids.map((id) => other.get(id) ?? id);
  return {
    formation: '3-4-3' as const,
    field_players: moved(TEAM.field),
    bench_players: moved(TEAM.bench),
    captain_id: 138,
    vice_captain_id: 85,
  };
}
