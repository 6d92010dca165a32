import {
  getParticipation,
  joinGame,
  type ParticipationDetails,
  requireParticipation,
} from '@touchline/api/http/entries';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { buildJoin, HOUR } from './feed-builders.ts';
import { type GamesApp, type GamesAppOptions, startGamesApp } from './games-app.ts';

/** An app with steps for tests of points. */
export interface PointsSuite extends GamesApp {
  join(who: string, game: string, changes?: Parameters<typeof buildJoin>[0]): Promise<string>;
  details(who: string, participation: string): Promise<ParticipationDetails>;
  leaderboard(game: string, query?: Record<string, string>, who?: string | null): Promise<Leaderboard>;
  /** Kicks off the matches of a gameweek. */
  kickOff(gameweek: number): Promise<void>;
  /** Publishes the points of a gameweek and waits until they are stored. */
  publishPoints(gameweek: number): Promise<void>;
  /** Ends all matches of a gameweek; the feed has not checked them yet. */
  endMatches(gameweek: number): Promise<void>;
  /** Marks a gameweek as checked by the feed, with all its matches finished except an abandoned one. */
  checkGameweek(gameweek: number, abandoned?: number): Promise<void>;
}

/** Starts an app with one gameweek per kick-off; all matches of a gameweek kick off together. */
export async function startPointsSuite(
  dependencies: { databaseUrl: string; natsUrl: string },
  now: number,
  kickoffs: readonly number[],
  options: Partial<GamesAppOptions> = {},
): Promise<PointsSuite> {
  const app = await startGamesApp({ ...dependencies, now, seasonFee: '0', ...options });
  for (const [index, kickoff] of kickoffs.entries()) app.feed.addGameweek(index + 1, [kickoff]);
  await app.feed.publishAll();
  await app.waitForFeed();
  return addPointsSteps(app);
}

export function addPointsSteps(app: GamesApp): PointsSuite {
  const { feed } = app;
  return {
    ...app,
    async join(who, game, changes = {}) {
      const response = await app
        .as(who)
        .request(joinGame, { params: { id: game }, body: buildJoin(changes) });
      return requireParticipation(response).id;
    },
    async details(who, participation) {
      const response = await app.as(who).request(getParticipation, { params: { id: participation } });
      return response.participation;
    },
    leaderboard: (game, query = {}, who = null) =>
      app.as(who).request(leaderboard, { params: { id: game }, query }),
    async kickOff(gameweek) {
      feed.setFixtures(gameweek, { started: true });
      const kickoff = feed.fixtures.find(({ event }) => event === gameweek)?.kickoff_time;
      app.clock.now = Math.max(app.clock.now, Date.parse(kickoff!) + HOUR);
      await feed.publishFixtures();
      await app.waitForFeed();
    },
    async publishPoints(gameweek) {
      await feed.publishLive(gameweek);
      await app.waitForFeed();
    },
    async endMatches(gameweek) {
      feed.setFixtures(gameweek, { started: true, finished_provisional: true });
      await feed.publishFixtures();
      await app.waitForFeed();
    },
    async checkGameweek(gameweek, abandoned) {
      feed.setFixtures(gameweek, { started: true, finished: true, finished_provisional: true });
      if (abandoned) Object.assign(feed.fixture(abandoned), { finished: false, finished_provisional: false });
      Object.assign(feed.gameweek(gameweek), { finished: true, data_checked: true });
      await feed.publishFixtures();
      await feed.publishBootstrap();
      await app.waitForFeed();
    },
  };
}
