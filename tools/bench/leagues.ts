import { parseArgs } from 'node:util';
import { queryOne } from '@touchline/service-kit/data/database';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { codeOf, insertLargeLeague, insertLeagues } from './data/insert-leagues.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { buildLeagueCreations, buildLeagueJoins, measureChanges } from './leagues/changes.ts';
import { measureScores, RIVALS } from './leagues/scores.ts';
import { measureLoad } from './load/measure-load.ts';

// npm run bench -- leagues [--entries N] [--leagues N] [--changes N] [--head-to-head N]: tables of leagues in a large game, the
// leaderboard without and with them, leagues that are created and joined, and the scores of head-to-head leagues. A fifth of the
// default sizes takes a minute.

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    leagues: { type: 'string', default: '200000' },
    changes: { type: 'string', default: '5000' },
    'head-to-head': { type: 'string', default: '20000' },
  },
});
const entries = Number(values.entries);
const leagues = Number(values.leagues);
const count = Math.min(Number(values.changes), entries);
const headToHead = Number(values['head-to-head']);
const LARGE = { members: Math.min(1_000, entries), p99: 20 };
const HUGE = { members: Math.min(100_000, entries), p99: 100 };
const CHANGES_PER_SECOND = 500;
/** Of the leaderboard, also beside the load of leagues. */
const LEADERBOARD_P99 = 10;
/** CPU time per head-to-head league and gameweek, in ms: 200,000 leagues need less than three minutes in the background. */
const SCORES_MS = 0.8;
const CONNECTIONS = 8;
const SECONDS = 6;

const limits = createLimits();
const host = await startHost({ durable: true });
const tokens = await startTokens();
try {
  const [game] = await insertGames(host.db, [['SEASON', 'Season 2031', entries, 38]]);
  await insertLeagues(host.db, game!, entries, leagues);
  await insertLargeLeague(host.db, game!, leagues + 1, LARGE.members);
  await insertLargeLeague(host.db, game!, leagues + 2, HUGE.members);
  await host.db.raw('analyze leagues, league_members');
  log(`${leagues.toLocaleString('en')} leagues`);
  const service = await host.start(tokens);
  await waitForLeaderboard(service.url, game!);
  await measureReads(service, game!);
  const parts = { host, service, tokens };
  const joins = await buildLeagueJoins(host, { game: game!, entries, leagues, count });
  const joined = await measureChanges('leagues joined', parts, joins);
  limits.check('leagues joined', joined, { min: CHANGES_PER_SECOND }, '/s');
  const creations = await buildLeagueCreations(host, { game: game!, entries, count });
  const created = await measureChanges('leagues created', parts, creations);
  limits.check('leagues created', created, { min: CHANGES_PER_SECOND }, '/s');
  const scored = await measureScores(host, service, { game: game!, entries, leagues: headToHead });
  limits.check(`scores of a head-to-head league of ${RIVALS}, CPU time`, scored, { max: SCORES_MS }, 'ms');
  await service.stop();
} finally {
  await tokens.stop();
  await host.stop();
}
limits.close();

/** Measures tables, and the leaderboard without and with the load of leagues, both during goals. */
async function measureReads(service: ServiceProcess, game: string): Promise<void> {
  const leaderboard = `/api/games/${game}/leaderboard?limit=50`;
  const [large, huge] = [await findTable(leagues + 1), await findTable(leagues + 2)];
  for (const target of [leaderboard, large, huge]) await measure(service, 'warm-up', target, 1);
  const tables = await measure(service, `table of ${LARGE.members} members`, large);
  limits.check(`table of ${LARGE.members} members, p99`, tables.p99, { max: LARGE.p99 }, 'ms');
  const pages = await measure(service, `page of ${HUGE.members} members`, huge);
  limits.check(`page of ${HUGE.members} members, p99`, pages.p99, { max: HUGE.p99 }, 'ms');
  const goals = setInterval(() => void storeGoal(host.db, 7), 1_000);
  const alone = await measure(service, 'leaderboard during goals, alone', leaderboard);
  const [beside, table, page] = await Promise.all([
    measure(service, 'leaderboard during goals, beside leagues', leaderboard),
    measure(service, `table of ${LARGE.members} members during goals`, large, 1),
    measure(service, `page of ${HUGE.members} members during goals`, huge, 1),
  ]);
  clearInterval(goals);
  limits.check('leaderboard alone, p99', alone.p99, { max: LEADERBOARD_P99 }, 'ms');
  limits.check('leaderboard beside leagues, p99', beside.p99, { max: LEADERBOARD_P99 }, 'ms');
  limits.check('table during goals, p99', table.p99, { max: LARGE.p99 }, 'ms');
  limits.check('page during goals, p99', page.p99, { max: HUGE.p99 }, 'ms');
}

interface Target {
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Finds the table of a large league, with the session of its first member. */
async function findTable(n: number): Promise<Target> {
  const row = await queryOne<{ id: string; owner: string }>(
    host.db,
    'select id, owner from leagues where code = ?',
    [codeOf(n)],
  );
  const token = await tokens.accessToken(row!.owner);
  return { path: `/api/leagues/${row!.id}/table?limit=50`, headers: { authorization: `Bearer ${token}` } };
}

/** CPU time is that of the whole service: of concurrent measurements it is not the time of one. */
function measure(
  { port, cpuMs }: ServiceProcess,
  what: string,
  target: Target | string,
  connections = CONNECTIONS,
) {
  const request = typeof target === 'string' ? { path: target } : target;
  return measureLoad(what, { port, ...request, connections, seconds: SECONDS }, { games: cpuMs });
}
