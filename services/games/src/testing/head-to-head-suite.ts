import { type LeagueMatch, leagueFixtures } from '@touchline/api/http/league-tables';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { DAY, everyWeek, TEAM } from './feed-builders.ts';
import { setUpGamesSuite } from './games-suite.ts';
import { createLeagueSteps } from './league-steps.ts';
import { startPointsSuite } from './points-suite.ts';

export const ADMIN = wallet(0xad);
const NOW = Date.parse('2031-08-01T12:00:00Z');

/**
 * Runs an app per test with a season of one kick-off per gameweek. All teams have the same players and differ in the captain, so the
 * points of their captains decide the matches.
 */
export function setUpHeadToHeadSuite(gameweeks: number) {
  const kickoffs = everyWeek(NOW + DAY, gameweeks);
  const app = setUpGamesSuite(
    (dependencies) => startPointsSuite(dependencies, NOW, kickoffs, { adminWallets: [ADMIN] }),
    'test',
  );
  const steps = createLeagueSteps(app);
  const members = (count: number) => Array.from({ length: count }, (_, index) => wallet(index + 1));

  const fixtures = (who: string, id: string, query: Record<string, string> = {}) =>
    app.as(who).request(leagueFixtures, { params: { id }, query });

  return {
    app,
    steps,
    members,
    fixtures,
    /** Creates a head-to-head league whose members have teams. @returns league, and participations in the order of joining */
    async createLeague(count: number, fields: object = {}) {
      const game = await app.game('SEASON');
      const entries: string[] = [];
      for (const [index, who] of members(count).entries()) {
        const captain_id = TEAM.field[index]!;
        const vice_captain_id = TEAM.field[10]!;
        entries.push(await app.join(who, game.id, { captain_id, vice_captain_id }));
      }
      const [owner, ...others] = members(count);
      const league = await steps.create(owner!, game.id, { kind: 'HEAD_TO_HEAD', ...fields });
      for (const who of others) await steps.join(who, league.code);
      return { id: league.id, code: league.code, game: game.id, entries };
    },
    /** Kicks off a gameweek. @param captains points of the members' captains, who scored `goals` */
    async start(gameweek: number, captains: readonly number[], goals: readonly number[] = []) {
      await app.kickOff(gameweek);
      app.feed.playAll(gameweek);
      for (const [index, points] of captains.entries())
        app.feed.score(gameweek, TEAM.field[index]!, { points, goals: goals[index] ?? 0 });
      await app.publishPoints(gameweek);
    },
    /** Ends a started gameweek. */
    async finish(gameweek: number) {
      await app.endMatches(gameweek);
      await app.checkGameweek(gameweek);
    },
    /** Waits for the draw. */
    waitForDraw: (who: string, id: string) =>
      eventually(async () => {
        const { draw } = await fixtures(who, id);
        if (!draw) throw new Error('not drawn');
        return draw;
      }),
    /** Waits until the matches of a gameweek satisfy a condition. */
    waitForMatches: (
      who: string,
      id: string,
      gameweek: number,
      test: (match: LeagueMatch) => boolean = ({ state }) => state === 'FINAL',
    ) =>
      eventually(async () => {
        const { matches } = await fixtures(who, id, { gameweek: String(gameweek) });
        if (matches.length === 0 || !matches.every(test)) throw new Error(JSON.stringify(matches));
        return matches;
      }),
  };
}
