import type { JoinBody } from '@touchline/api/http/entries';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { addSessions } from '../data/sessions.ts';
import type { GamesService } from '../host/games-service.ts';
import { startGateway } from '../host/gateway-host.ts';
import { cpuMs, postgresCpuMs } from '../host/process-stats.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { quantile } from '../load/load.ts';
import { buildRequest, sendJoins, WARM_UP_JOINS } from './send-joins.ts';

/** The game that wallets join. */
export interface JoinTarget {
  game: string;
  teams: readonly JoinBody[];
  /** Starts the games service with the public keys of a gateway. */
  start(jwksUrl: string, port: number): Promise<GamesService>;
  /** The schema of the games service. */
  db: Database;
  /** Data folder of the games service's Postgres. */
  dataDir: string;
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  /** Joins without response 201. */
  failed: number;
  /** Joins with response 201 that are not stored. */
  lost: number;
  /** CPU time per join in us, by process. */
  us: Record<string, number>;
}

/** Joins new wallets, signed in at the gateway, through the gateway. */
export async function joinThroughGateway(
  into: JoinTarget,
  { count, connections, ports }: { count: number; connections: number; ports: readonly [number, number] },
): Promise<Figures> {
  const [gatewayPort, gamesPort] = ports;
  const jwksUrl = `http://127.0.0.1:${gatewayPort}/.well-known/jwks.json`;
  const gateway = await startGateway(`http://127.0.0.1:${gamesPort}`, { port: gatewayPort, durable: true });
  const games = await into.start(jwksUrl, gamesPort);
  try {
    const warm = Math.min(WARM_UP_JOINS, count); // a small run warms up with as many joins as it measures
    const all = warm + count;
    const wallets = Array.from({ length: all }, (_, n) => `0xbbbb${n.toString(16).padStart(36, '0')}`);
    const tokens = await addSessions(gateway.db, wallets);
    const target = `POST /api/games/${into.game}/join`;
    const joins = wallets.map((wallet, n) => ({
      wallet,
      request: buildRequest(gateway.url, target, tokens[n]!, into.teams[n % into.teams.length]),
    }));
    await waitForLeaderboard(games.url, into.game);
    const warmUp = await sendJoins(gateway.url, joins.slice(0, warm), connections);
    const readCpu = () => [
      cpuMs(gateway.pid),
      postgresCpuMs(gateway.dataDir),
      cpuMs(games.pid),
      postgresCpuMs(into.dataDir),
    ];
    const before = readCpu();
    const since = performance.now();
    const responses = await sendJoins(gateway.url, joins.slice(warm), connections);
    const perSecond = (count * 1_000) / (performance.now() - since);
    const [own, ownPostgres, service, servicePostgres] = readCpu().map(
      (ms, index) => ((ms - before[index]!) * 1_000) / count,
    ) as [number, number, number, number];
    const stored = await queryOne<{ count: number }>(
      into.db,
      `select count(*)::int as count from entries where game_id = ? and wallet_address like '0xbbbb0000000000%'`,
      [into.game],
    );
    const joined = [...warmUp, ...responses].filter(({ status }) => status === 201).length;
    const latencies = responses.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      perSecond,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      max: quantile(latencies, 1),
      failed: all - joined,
      lost: joined - stored!.count,
      us: {
        gateway: own,
        "gateway's Postgres": ownPostgres,
        games: service,
        "games' Postgres": servicePostgres,
      },
    };
  } finally {
    await games.stop();
    await gateway.stop();
  }
}

export function formatFigures({ perSecond, p50, p99, max, us, failed, lost }: Figures): string {
  const each = Object.entries(us).map(([process, spent]) => `${process} ${spent.toFixed(0)} us`);
  return (
    `${perSecond.toFixed(0)} joins/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
    `max ${max.toFixed(0)} ms; CPU time per join: ${each.join(', ')}; ${failed} without response 201, ${lost} lost`
  );
}
