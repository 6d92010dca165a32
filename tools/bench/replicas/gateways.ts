import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { queryOne } from '@touchline/service-kit/database';
import { readFootballData } from '../data/football.ts';
import { addSessions } from '../data/sessions.ts';
import type { GamesHost } from '../host/games-host.ts';
import { type GatewayHost, startGateway } from '../host/gateway-host.ts';
import { postgresCpuMs, cpuMs } from '../host/process-stats.ts';
import type { createLimits } from '../load/limits.ts';
import { measureJoins, type PreparedJoin } from './joins.ts';
import { measureReads, type Part } from './reads.ts';

/** Of a gateway's processor time for a call with one of each. */
const MOST_PER_CALL = 1.25;
/** Of one run. */
const JOINS = 6_000;
/** One to warm up, one with one gateway, one with both. */
const RUNS = 3;

type Verdict = ReturnType<typeof createLimits>;
type Log = (text: string) => void;

/** Two gateways on one database and bus, each in front of a replica of games of its own. */
interface Pair {
  urls: readonly string[];
  first: GatewayHost;
  /** With so many of each. */
  parts(of: number): Part[];
}

/**
 * What a second gateway with a second replica of games brings, beside one of each.
 * @param game with entries, and free
 */
export async function measureGateways(
  host: GamesHost,
  game: string,
  limits: Verdict,
  log: Log,
): Promise<void> {
  const path = `/api/games/${game}/leaderboard?limit=50`;
  const ports = [await freePort(), await freePort()] as const;
  const jwksUrl = `http://127.0.0.1:${ports[0]}/.well-known/jwks.json`;
  const first = await startGateway(`http://127.0.0.1:${ports[1]}`, { port: ports[0], durable: true });
  const games = [await host.start({ jwksUrl, port: ports[1] }), await host.start({ jwksUrl })];
  const second = await first.startReplica(games[1]!.url);
  const gateways = [first, second];
  const busy = (processes: readonly { pid: number }[]) => () =>
    processes.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const pair: Pair = {
    ...{ first, urls: gateways.map(({ url }) => url) },
    parts: (of) => [
      ['a gateway', busy(gateways.slice(0, of))],
      ['games', busy(games.slice(0, of))],
      ['Postgres', () => postgresCpuMs(host.dataDir) + postgresCpuMs(first.dataDir)],
    ],
  };
  try {
    for (const url of pair.urls) while (!(await fetch(url + path)).ok);
    await readPages(pair, path, limits, log);
    await joinGame({ host, game }, pair, limits, log);
  } finally {
    await second.stop();
    for (const replica of games) await replica.stop();
    await first.stop();
  }
}

async function readPages(pair: Pair, path: string, limits: Verdict, log: Log): Promise<void> {
  const [token] = await addSessions(pair.first.db, [`0x${'d'.repeat(40)}`]);
  const headers = { authorization: `Bearer ${token}` };
  const read = (what: string, of: number) =>
    measureReads(what, { urls: pair.urls.slice(0, of), path, headers, parts: pair.parts(of) }, log);
  await read('pages through gateways, to warm up', 2);
  const one = await read('pages through one gateway', 1);
  const two = await read('pages through two gateways', 2);
  const share = two.us[0]! / one.us[0]!;
  limits.check('a page through two gateways, beside one', share, { max: MOST_PER_CALL }, 'times');
  limits.check('pages refused or failed', one.failed + two.failed, { max: 0 }, 'calls');
}

/** Both gateways take joins of the game, and the same joins again, each from the other one. */
async function joinGame(
  { host, game }: { host: GamesHost; game: string },
  pair: Pair,
  limits: Verdict,
  log: Log,
): Promise<void> {
  const all = await prepareJoins(host, pair);
  const send = (what: string, run: number, of: number, moved = 0) => {
    const joins = all.slice(run * JOINS, (run + 1) * JOINS);
    return measureJoins(
      what,
      { urls: pair.urls.slice(0, of), game, joins, parts: pair.parts(of), moved },
      log,
    );
  };
  const sent = [
    ...(await send('joins, to warm up', 0, 2)),
    ...(await send('joins through one gateway', 1, 1)),
    ...(await send('joins through two gateways', 2, 2)),
  ];
  const again = await send('the same joins, each at the other gateway', 2, 2, 1);

  const refused = sent.filter(({ status }) => status !== 201).length;
  limits.check('joins not answered with 201', all.length - sent.length + refused, { max: 0 }, 'joins');
  const entries = new Map(sent.map(({ wallet, entry }) => [wallet, entry]));
  const same = again.filter(({ wallet, status, entry }) => status === 200 && entry === entries.get(wallet));
  limits.check('repeated joins without the same entry', JOINS - same.length, { max: 0 }, 'joins');
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
