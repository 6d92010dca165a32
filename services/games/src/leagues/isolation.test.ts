import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
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

/** Saves the lineup of a new team, plays a gameweek until it is final, and expects 24 points in each gameweek of all teams. */
async function playGameweek(gameweek: number, game: string, entry: string): Promise<void> {
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
  await app.kickOff(gameweek);
  app.feed.playAll(gameweek);
  await app.publishPoints(gameweek);
  await app.endMatches(gameweek);
  await app.checkGameweek(gameweek);
  const { leaderboard } = await app.leaderboard(game);
  expect(leaderboard.map(({ gameweek_points }) => gameweek_points)).toEqual(leaderboard.map(() => 24));
  const sql = 'select from settled_gameweeks where game_id = ? and gameweek = ?';
  expect(await query(app.db, sql, [game, gameweek])).toHaveLength(1);
}

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
    await playGameweek(1, game, entry);
    const failed = (await waiting).flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    );
    expect(new Set(failed)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
  });
  expect((await steps.table(ANN, id)).total).toBe(1);
});

it('with every route of leagues and their job throwing, teams join, are saved and score', async () => {
  const { id: game } = await app.game('SEASON');
  const { id, code } = await steps.create(BEN, game);
  const entry = (await app.leaderboard(game, {}, ANN)).me!.participation_id;
  const values: Record<string, string> = { id, code: code!, wallet: ANN };
  const bodies: Record<string, object> = {
    createLeague: { game_id: game, name: 'Second', kind: 'CLASSIC' },
    joinLeague: { code: code! },
    editLeagueMember: { co_admin: true },
    setSupportedClub: { club: 1 },
  };
  await app.db.raw('alter table leagues rename to lost; alter table supported_clubs rename to lost_clubs');
  const routes = ALL_ENDPOINTS.filter(({ endpoint: { path } }) => path.startsWith('/leagues'));
  const responses = await Promise.all(
    routes.map(async ({ name, endpoint: { method, path } }) => {
      const target = path.replace(/:(\w+)/g, (_, key: string) => values[key]!);
      const body = method === 'GET' ? undefined : (bodies[name] ?? {});
      const { status, body: response } = await app.raw(method, target, BEN, body);
      return [name, status, response.code];
    }),
  );
  expect(responses).toEqual(routes.map(({ name }) => [name, 500, 'INTERNAL']));
  await app.join(wallet(3), game);
  await playGameweek(2, game, entry);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  await app.db.raw('alter table lost rename to leagues; alter table lost_clubs rename to supported_clubs');
  expect((await steps.table(BEN, id)).total).toBe(1);
});
