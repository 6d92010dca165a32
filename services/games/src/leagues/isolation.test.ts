import { leagueTable } from '@touchline/api/http/league-tables';
import { myLeagues } from '@touchline/api/http/leagues';
import { saveLineup } from '@touchline/api/http/lineups';
import { query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, it } from 'vitest';
import { buildJoin, DAY, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, NOW, [NOW + DAY, NOW + 8 * DAY]),
);
const steps = createLeagueSteps(app);
const [ANN, BEN] = [wallet(1), wallet(2)];

it('with the tables of leagues locked, and the league job failing on them, teams join, are saved and score', async () => {
  const { id: game } = await app.game('SEASON');
  const entry = await app.join(ANN, game);
  const { id } = await steps.create(ANN, game, { kind: 'HEAD_TO_HEAD' });
  await app.db.transaction(async (trx) => {
    await trx.raw(
      'lock table leagues, league_members, league_bans, supported_clubs in access exclusive mode',
    );
    // More requests than the pool of leagues has connections: all of them wait.
    const waiting = Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        n % 2
          ? app.as(ANN).request(myLeagues, { query: {} })
          : app.as(ANN).request(leagueTable, { params: { id }, query: {} }),
      ),
    );
    await app.join(BEN, game);
    const { field_players, bench_players, formation } = buildJoin({});
    await app.as(ANN).request(saveLineup, {
      params: { id: entry },
      body: {
        formation,
        field_players,
        bench_players,
        captain_id: TEAM.field[3]!,
        vice_captain_id: TEAM.field[4]!,
      },
    });
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    await app.endMatches(1);
    await app.checkGameweek(1);
    const { leaderboard } = await app.leaderboard(game);
    expect(leaderboard.map(({ earned_points }) => earned_points)).toEqual([24, 24]);
    expect(await query(app.db, 'select gameweek from settled_gameweeks where game_id = ?', [game])).toEqual([
      { gameweek: 1 },
    ]);
    const failed = (await waiting).flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(new Set(failed)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
  });
  expect((await steps.table(ANN, id)).total).toBe(1);
});
