import { parseArgs } from 'node:util';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { openDatabase, query } from '@touchline/service-kit/data/database';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { readFootballData } from './data/football.ts';
import { insertEntries } from './data/insert-entries.ts';
import { insertGame, insertSeason } from './data/insert-games.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { cpuMs, postgresCpuMs } from './host/process-stats.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { measureInserts } from './joins/baseline.ts';
import { measureEntrySize } from './joins/entry-size.ts';
import { openGame } from './joins/open-game.ts';
import { buildRequest, type Join, type JoinResponse, sendJoins, WARM_UP_JOINS } from './joins/send-joins.ts';
import { formatFigures, joinThroughGateway } from './joins/through-gateway.ts';

// npm run bench -- joins [--joins N] [--entries N] [--gateway-only]: joins at the service and through the gateway, in an empty and in
// a large game.

/** At the service, for any size of the game. */
const MIN_PER_SECOND = 5_000;
const MAX_P99_MS = 100;
/** Through the gateway, which checks the session. */
const MIN_AT_GATEWAY = 2_000;
const CONNECTIONS = 128;
/** Joins during which the service is killed. */
const JOINS_WITH_KILL = 3_000;

const { values } = parseArgs({
  options: {
    joins: { type: 'string', default: '20000' },
    entries: { type: 'string', default: '1000000' },
    'gateway-only': { type: 'boolean', default: false },
  },
});
const count = Number(values.joins);
const entries = Number(values.entries);

const log = (text: string) => console.log(`> ${text}`);
const host = await startHost('joins', { durable: true, connections: 16 });
const { db } = host;
const tokens = await startTokens();
const start = () => host.start(tokens);
const results: boolean[] = [];
let createdWallets = 0;
let games: GamesService | undefined;
try {
  games = await start(); // creates the tables
  await games.stop();
  const now = Date.now();
  await insertSeason(db, now);
  const game = await insertGame(db, { type: 'WEEKLY', name: 'Gameweek 1', entries: 0, last: 1, now });
  const football = await readFootballData(db);
  if (!values['gateway-only']) await measureSmallGame(game, football);
  const bulkDb = openDatabase(host.databaseUrl, 'games', { statementTimeoutMs: 0, connections: 1 });
  await insertEntries(bulkDb, game, entries, football, log).finally(() => bulkDb.destroy());
  if (!values['gateway-only']) {
    games = await start();
    await measure(`${entries.toLocaleString('en')} entries`, game, football, games);
    await games.stop();
  }
  await measureGateway(game, football);
  const passed = results.filter(Boolean).length;
  console.log(`${passed} passed, ${results.length - passed} failed`);
  process.exitCode = passed === results.length ? 0 : 1;
} finally {
  await games?.stop();
  await tokens.stop();
  await host.stop();
}

/** Runs all measurements that need no large game. */
async function measureSmallGame(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  games = await start();
  await measure('empty game', game, football, games);
  await measureKill(game, football);
  await measureBaseline(game);
  await games.stop();
}

/** Prepares joins of new wallets. */
async function createJoins(
  on: GamesService,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  count: number,
): Promise<Join[]> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const joins: Join[] = [];
  for (let n = 0; n < count; n += 1) {
    const wallet = `0xaaaa${(++createdWallets).toString(16).padStart(36, '0')}`;
    const token = await tokens.accessToken(wallet);
    joins.push({
      wallet,
      request: buildRequest(on.url, `POST /api/games/${game}/join`, token, teams[n % teams.length]),
    });
  }
  return joins;
}

async function measure(
  what: string,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  on: GamesService,
): Promise<void> {
  await waitForLeaderboard(on.url, game);
  await sendJoins(on.url, await createJoins(on, game, football, WARM_UP_JOINS), CONNECTIONS);
  const joins = await createJoins(on, game, football, count);
  log(await openGame(on, game, joins, tokens));
  const cpuBefore = [cpuMs(on.pid), postgresCpuMs(host.dataDir)];
  const before = performance.now();
  const responses = await sendJoins(on.url, joins, CONNECTIONS);
  const seconds = (performance.now() - before) / 1000;
  const spent = [cpuMs(on.pid) - cpuBefore[0]!, postgresCpuMs(host.dataDir) - cpuBefore[1]!];
  const failed = joins.length - responses.filter(({ status }) => status === 201).length;
  const stored = await readStoredEntries(game);
  const lost = responses.filter(({ wallet, entry }) => entry !== null && stored.get(wallet)?.[0] !== entry);
  const perSecond = joins.length / seconds;
  const p99 = quantile(responses, 0.99);
  const us = spent.map((ms) => ((ms * 1000) / joins.length).toFixed(0));
  console.log(
    `${what}: ${perSecond.toFixed(0)} joins/s, p50 ${quantile(responses, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
      `max ${quantile(responses, 1).toFixed(0)} ms; CPU time per join: games ${us[0]} us, Postgres ${us[1]} us; ` +
      `${failed} without response 201, ${lost.length} lost`,
  );
  check(`${what}: at least ${MIN_PER_SECOND} joins/s`, perSecond >= MIN_PER_SECOND);
  check(`${what}: p99 of at most ${MAX_P99_MS} ms`, p99 <= MAX_P99_MS);
  console.log(`${what}: ${await measureEntrySize(db)} bytes on disk per entry with its first lineup`);
  check(`${what}: every join succeeded and is stored`, failed === 0 && lost.length === 0);
}

/** Measures the same joins through a gateway. */
async function measureGateway(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const target = {
    game,
    teams,
    db,
    dataDir: host.dataDir,
    start: (jwksUrl: string, port: number) => host.start({ jwksUrl, port }),
  };
  const ports = [await freePort(), await freePort()] as const;
  const figures = await joinThroughGateway(target, { count, connections: CONNECTIONS, ports });
  console.log(`through the gateway: ${formatFigures(figures)}`);
  check(`through the gateway: at least ${MIN_AT_GATEWAY} joins/s`, figures.perSecond >= MIN_AT_GATEWAY);
  check(
    'through the gateway: every join succeeded and is stored',
    figures.failed === 0 && figures.lost === 0,
  );
}

/** Kills the service while wallets join, restarts it, and repeats every join. */
async function measureKill(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const joins = await createJoins(games!, game, football, JOINS_WITH_KILL);
  let stopped: Promise<void> | undefined;
  const responses = await sendJoins(games!.url, joins, CONNECTIONS, (count) => {
    if (count > JOINS_WITH_KILL / 3) stopped ??= games!.stop('SIGKILL');
  });
  await stopped;
  games = await start();
  const host = new URL(games.url).host;
  const requests = joins.map(({ wallet, request }) => ({
    wallet,
    request: Buffer.from(request.toString('latin1').replace(/Host: [^\r]+/, `Host: ${host}`), 'latin1'),
  }));
  const repeated: JoinResponse[] = [];
  // Browsers, too, repeat a join until there is a response.
  for (let round = 0; round < 5 && repeated.length < JOINS_WITH_KILL; round += 1) {
    const done = new Set(repeated.map(({ wallet }) => wallet));
    const rest = requests.filter(({ wallet }) => !done.has(wallet));
    const batch = await sendJoins(games.url, rest, CONNECTIONS);
    repeated.push(...batch.filter(({ status }) => status < 300));
  }
  const stored = await readStoredEntries(game);
  const matches = [...responses, ...repeated].every(({ wallet, entry }) => entry === stored.get(wallet)?.[0]);
  const once = joins.every(({ wallet }) => stored.get(wallet)?.length === 1);
  console.log(
    `SIGKILL after ${responses.length} of ${JOINS_WITH_KILL} responses: ` +
      `${repeated.filter(({ status }) => status === 200).length} had joined before, ` +
      `${repeated.filter(({ status }) => status === 201).length} joined when they repeated the request`,
  );
  check('SIGKILL neither loses nor duplicates joins', matches && once && repeated.length === JOINS_WITH_KILL);
}

async function measureBaseline(game: string): Promise<void> {
  const single = await measureInserts(
    db,
    game,
    { from: 0, count: 5_000 },
    { perTransaction: 1, connections: 16 },
  );
  const batched = await measureInserts(
    db,
    game,
    { from: 5_000, count: 20_000 },
    { perTransaction: 250, connections: 2 },
  );
  console.log(
    `baseline, SQL alone: ${single.toFixed(0)} entries/s one by one, ${batched.toFixed(0)} entries/s in batches of 250`,
  );
}

async function readStoredEntries(game: string): Promise<Map<string, string[]>> {
  const rows = await query<{ wallet: string; id: string }>(
    db,
    `select wallet_address as wallet, id from entries where game_id = ? and wallet_address like '0xaaa%'`,
    [game],
  );
  const stored = new Map<string, string[]>();
  for (const { wallet, id } of rows) stored.set(wallet, [...(stored.get(wallet) ?? []), id]);
  return stored;
}

function quantile(responses: readonly JoinResponse[], share: number): number {
  const sorted = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function check(what: string, passed: boolean): void {
  results.push(passed);
  if (!passed) console.log(`FAILED  ${what}`);
}
