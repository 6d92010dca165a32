import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { queryOne } from '@touchline/service-kit/data/database';
import { readFootballData } from '../data/football.ts';
import { addSessions } from '../data/sessions.ts';
import type { Limits } from '../figures/limits.ts';
import type { CpuMeters } from '../figures/measure.ts';
import type { GamesHost } from '../host/games-host.ts';
import { type GatewayHost, startGateway } from '../host/gateway-host.ts';
import type { ServiceProcess } from '../host/service-process.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { measureJoins, type PreparedJoin } from './joins.ts';
import { measureReads, sumCpu } from './reads.ts';

/** CPU time of the gateways per request with two of them, relative to one. */
const MAX_CPU_RATIO = 1.25;
/** Joins per run. */
const JOINS = 6_000;
/** A warm-up, one run with one gateway, one run with both. */
const RUNS = 3;

/** Two gateways with the same database and NATS, and a replica of games behind each. */
interface Pair {
  gateways: readonly ServiceProcess[];
  first: GatewayHost;
  /** Meters for the first `count` replicas of each. */
  meters(count: number): CpuMeters<'gateway' | 'games' | 'Postgres'>;
}

/**
 * Compares two gateways with two replicas of games to one of each.
 * @param game id of a free game with entries
 */
export async function measureGateways(host: GamesHost, game: string, limits: Limits): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const jwksUrl = `http://127.0.0.1:${ports[0]}/.well-known/jwks.json`;
  const first = await startGateway(`http://127.0.0.1:${ports[1]}`, { port: ports[0], durable: true });
  const games = [await host.start({ jwksUrl, port: ports[1] }), await host.start({ jwksUrl })];
  const second = await first.startReplica(games[1]!.url);
  const gateways = [first, second];
  const pair: Pair = {
    first,
    gateways,
    meters: (count) => ({
      gateway: sumCpu(gateways.slice(0, count)),
      games: sumCpu(games.slice(0, count)),
      Postgres: () => host.postgresCpuMs() + first.postgresCpuMs(),
    }),
  };
  try {
    for (const { url } of gateways) await waitForLeaderboard(url, game);
    await measurePages(pair, `/api/games/${game}/leaderboard?limit=50`, limits);
    await measureRepeatedJoins({ host, game }, pair, limits);
  } finally {
    await second.stop();
    for (const replica of games) await replica.stop();
    await first.stop();
  }
}

async function measurePages(pair: Pair, path: string, limits: Limits): Promise<void> {
  const [token] = await addSessions(pair.first.db, [`0x${'d'.repeat(40)}`]);
  const headers = { authorization: `Bearer ${token}` };
  const read = (what: string, count: number) => {
    const ports = pair.gateways.slice(0, count).map(({ port }) => port);
    return measureReads(what, { ports, path, headers }, pair.meters(count));
  };
  await read('warm-up, pages', 2);
  const one = await read('pages, one gateway', 1);
  const two = await read('pages, two gateways', 2);
  const ratio = two.us.gateway / one.us.gateway;
  limits.check('CPU time per page, two gateways relative to one', ratio, { max: MAX_CPU_RATIO }, 'times');
  limits.check('failed page requests', one.failed + two.failed, { max: 0 }, 'requests');
}

/** Sends joins through both gateways, then repeats each join at the other gateway. */
async function measureRepeatedJoins(
  { host, game }: { host: GamesHost; game: string },
  pair: Pair,
  limits: Limits,
): Promise<void> {
  const all = await prepareJoins(host, pair);
  const send = (what: string, run: number, count: number, offset = 0) => {
    const joins = all.slice(run * JOINS, (run + 1) * JOINS);
    const urls = pair.gateways.slice(0, count).map(({ url }) => url);
    return measureJoins(what, { urls, game, joins, offset }, pair.meters(count));
  };
  const sent = [
    ...(await send('warm-up, joins', 0, 2)),
    ...(await send('joins, one gateway', 1, 1)),
    ...(await send('joins, two gateways', 2, 2)),
  ];
  const repeated = await send('same joins repeated at the other gateway', 2, 2, 1);

  const failed = sent.filter(({ status }) => status !== 201).length;
  limits.check('joins without response 201', all.length - sent.length + failed, { max: 0 }, 'joins');
  const entries = new Map(sent.map(({ wallet, entry }) => [wallet, entry]));
  const matching = repeated.filter(
    ({ wallet, status, entry }) => status === 200 && entry === entries.get(wallet),
  );
  limits.check('repeated joins that return another entry', JOINS - matching.length, { max: 0 }, 'joins');
  const stored = await queryOne<{ entries: number; wallets: number }>(
    host.db,
    `select cast(count(*) as integer) as entries, cast(count(distinct wallet_address) as integer) as wallets
     from entries where game_id = ? and wallet_address like '0xcccc0000%'`,
    [game],
  );
  limits.check('joins lost', all.length - stored!.wallets, { max: 0 }, 'joins');
  limits.check('joins stored twice', stored!.entries - stored!.wallets, { max: 0 }, 'joins');
}

async function prepareJoins(host: GamesHost, pair: Pair): Promise<PreparedJoin[]> {
  const football = await readFootballData(host.db);
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const wallets = Array.from({ length: RUNS * JOINS }, (_, n) => `0xcccc${n.toString(16).padStart(36, '0')}`);
  const tokens = await addSessions(pair.first.db, wallets);
  return wallets.map((wallet, n) => ({ wallet, token: tokens[n]!, team: teams[n % teams.length]! }));
}
