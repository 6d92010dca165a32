import {
  getParticipation,
  requireParticipation,
  joinGame,
  type ParticipationDetails,
} from '@touchline/api/http/entries';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { buildJoin, HOUR } from './feed-builders.ts';
import { type GamesApp, startGamesApp } from './games-app.ts';

/** Steps that tests of points share. */
export interface PointsSuite extends GamesApp {
  join(who: string, game: string, changes?: Parameters<typeof buildJoin>[0]): Promise<string>;
  details(who: string, participation: string): Promise<ParticipationDetails>;
  board(game: string, query?: Record<string, string>, who?: string | null): Promise<Leaderboard>;
  /** The matches of a gameweek kick off and run. */
  kickOff(gameweek: number): Promise<void>;
  /** Publishes the gameweek's points and waits until they are stored. */
  tellPoints(gameweek: number): Promise<void>;
  /** All matches are over; not checked yet. */
  whistle(gameweek: number): Promise<void>;
  /** The feed has checked the gameweek. */
  check(gameweek: number): Promise<void>;
}

/** An app whose season has the given first kick-offs, one per gameweek, all matches of it at once. */
export async function startPointsSuite(
  parts: { databaseUrl: string; natsUrl: string },
  now: number,
  kickoffs: readonly number[],
): Promise<PointsSuite> {
  const app = await startGamesApp({ ...parts, now, seasonFee: '0' });
  for (const [index, kickoff] of kickoffs.entries()) app.feed.addGameweek(index + 1, [kickoff]);
  await app.feed.everything();
  await app.caughtUp();
  return withPoints(app);
}

export function withPoints(app: GamesApp): PointsSuite {
  const { feed } = app;
  return {
    ...app,
    async join(who, game, changes = {}) {
      const answer = await app.as(who).request(joinGame, { params: { id: game }, body: buildJoin(changes) });
      return requireParticipation(answer).id;
    },
    async details(who, participation) {
      const answer = await app.as(who).request(getParticipation, { params: { id: participation } });
      return answer.participation;
    },
    board: (game, query = {}, who = null) =>
      app.as(who).request(leaderboard, { params: { id: game }, query }),
    async kickOff(gameweek) {
      feed.setFixtures(gameweek, { started: true });
      const kickoff = feed.fixtures.find(({ event }) => event === gameweek)?.kickoff_time;
      app.clock.now = Math.max(app.clock.now, Date.parse(kickoff!) + HOUR);
      await feed.fixturesChanged();
      await app.caughtUp();
    },
    async tellPoints(gameweek) {
      await feed.liveChanged(gameweek);
      await app.caughtUp();
    },
    async whistle(gameweek) {
      feed.setFixtures(gameweek, { started: true, finished_provisional: true });
      await feed.fixturesChanged();
      await app.caughtUp();
    },
    async check(gameweek) {
      feed.setFixtures(gameweek, { started: true, finished: true, finished_provisional: true });
      Object.assign(feed.gameweek(gameweek), { finished: true, data_checked: true });
      await feed.fixturesChanged();
      await feed.bootstrapChanged();
      await app.caughtUp();
    },
  };
}
