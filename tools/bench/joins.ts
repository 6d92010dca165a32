import { parseArgs } from 'node:util';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { query } from '@touchline/service-kit/data/database';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { readFootballData } from './data/football.ts';
import { insertEntries } from './data/insert-entries.ts';
import { insertGame, insertSeason } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { measure } from './figures/measure.ts';
import { quantile } from './figures/statistics.ts';
import { startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { measureInserts } from './joins/baseline.ts';
import { measureEntrySize } from './joins/entry-size.ts';
import { openGame } from './joins/open-game.ts';
import { joinThroughGateway, WARM_UP_JOINS } from './joins/through-gateway.ts';
import {
  buildRequest,
  formatRequests,
  sendRequests,
  type WalletRequest,
  type WalletResponse,
} from './load/requests.ts';

// npm run bench -- joins [--joins N] [--entries N] [--gateway-only]: joins at the service and through the gateway, in an empty and in
// a large game.

/** At the service, for any size of the game. */
const MIN_PER_SECOND = 3_000;
const MAX_P99_MS = 100;
/** Through the gateway, which checks the session. */
const MIN_AT_GATEWAY = 1_500;
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

const limits = createLimits();
const host = await startHost({ durable: true, connections: 16 });
const { db } = host;
const tokens = await startTokens();
const start = () => host.start(tokens);
let createdWallets = 0;
let games: ServiceProcess | undefined;
try {
  const now = Date.now();
  await insertSeason(db, now);
  const game = await insertGame(db, { type: 'WEEKLY', name: 'Gameweek 1', last: 1, now });
  const football = await readFootballData(db);
  if (!values['gateway-only']) await measureSmallGame(game, football);
  await insertEntries(db, game, entries);
  if (!values['gateway-only']) {
    games = await start();
    await measureJoins(`${entries.toLocaleString('en')} entries`, game, football, games);
    await games.stop();
  }
  await measureGateway(game, football);
} finally {
  await tokens.stop();
  await host.stop();
}
limits.close();

/** Runs all measurements that need no large game. */
async function measureSmallGame(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  games = await start();
  await measureJoins('empty game', game, football, games);
  await measureKill(game, football);
  await measureBaseline(game);
  await games.stop();
}

/** Prepares joins of new wallets. */
async function createJoins(
  on: ServiceProcess,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  count: number,
): Promise<WalletRequest[]> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const joins: WalletRequest[] = [];
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

async function measureJoins(
  what: string,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  on: ServiceProcess,
): Promise<void> {
  await waitForLeaderboard(on.url, game);
  await sendRequests(on.url, await createJoins(on, game, football, WARM_UP_JOINS), CONNECTIONS);
  const joins = await createJoins(on, game, football, count);
  log(await openGame(on, game, joins, tokens));
  const meters = { games: on.cpuMs, Postgres: host.postgresCpuMs };
  const measured = await measure(meters, () => sendRequests(on.url, joins, CONNECTIONS));
  const { result: responses, seconds } = measured;
  log(`${what}: ${formatRequests(measured)}`);
  const p99 = quantile(
    responses.map(({ ms }) => ms),
    0.99,
  );
  limits.check(`${what}: joins`, joins.length / seconds, { min: MIN_PER_SECOND }, '/s');
  limits.check(`${what}: p99`, p99, { max: MAX_P99_MS }, 'ms');
  log(`${what}: ${await measureEntrySize(db)} bytes on disk per entry with its first lineup`);
  const stored = await readStoredEntries(game);
  const kept = responses.filter(
    ({ wallet, status, entry }) => status === 201 && stored.get(wallet)?.[0] === entry,
  );
  limits.check(
    `${what}: joins without response 201 or lost`,
    joins.length - kept.length,
    { max: 0 },
    'joins',
  );
}

/** Measures the same joins through a gateway. */
async function measureGateway(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const target = {
    game,
    teams,
    db,
    postgresCpuMs: host.postgresCpuMs,
    start: (jwksUrl: string, port: number) => host.start({ jwksUrl, port }),
  };
  const ports = [await freePort(), await freePort()] as const;
  const { perSecond, failed, lost } = await joinThroughGateway(target, {
    count,
    connections: CONNECTIONS,
    ports,
  });
  limits.check('through the gateway: joins', perSecond, { min: MIN_AT_GATEWAY }, '/s');
  limits.check('through the gateway: joins without response 201', failed, { max: 0 }, 'joins');
  limits.check('through the gateway: joins lost', lost, { max: 0 }, 'joins');
}

/** Kills the service while wallets join, restarts it, and repeats every join. */
async function measureKill(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const joins = await createJoins(games!, game, football, JOINS_WITH_KILL);
  let stopped: Promise<void> | undefined;
  const responses = await sendRequests(games!.url, joins, CONNECTIONS, (count) => {
    if (count > JOINS_WITH_KILL / 3) stopped ??= games!.stop('SIGKILL');
  });
  await stopped;
  games = await start();
  const host = new URL(games.url).host;
  const requests = joins.map(({ wallet, request }) => ({
    wallet,
    request: Buffer.from(request.toString('latin1').replace(/Host: [^\r]+/, `Host: ${host}`), 'latin1'),
  }));
  const repeated: WalletResponse[] = [];
  // Browsers, too, repeat a join until there is a response.
  for (let round = 0; round < 5 && repeated.length < JOINS_WITH_KILL; round += 1) {
    const done = new Set(repeated.map(({ wallet }) => wallet));
    const rest = requests.filter(({ wallet }) => !done.has(wallet));
    const batch = await sendRequests(games.url, rest, CONNECTIONS);
    repeated.push(...batch.filter(({ status }) => status < 300));
  }
  const stored = await readStoredEntries(game);
  const matches = [...responses, ...repeated].every(({ wallet, entry }) => entry === stored.get(wallet)?.[0]);
  const once = joins.every(({ wallet }) => stored.get(wallet)?.length === 1);
  log(
    `SIGKILL after ${responses.length} of ${JOINS_WITH_KILL} responses: ` +
      `${repeated.filter(({ status }) => status === 200).length} had joined before, ` +
      `${repeated.filter(({ status }) => status === 201).length} joined when they repeated the request`,
  );
  limits.require(
    'SIGKILL neither loses nor duplicates joins',
    matches && once && repeated.length === JOINS_WITH_KILL,
  );
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
  log(
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
