import type { JoinBody } from '@touchline/api/http/entries';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { addSessions } from '../data/sessions.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import type { GamesService } from '../host/games-service.ts';
import { startGateway } from '../host/gateway-host.ts';
import { postgresCpuMs, cpuMs } from '../host/process-stats.ts';
import { quantile } from '../load/load.ts';
import { buildRequest, sendJoins, WARM_UP_JOINS } from './send-joins.ts';

/** Where joins go: `start` begins the service with the public keys of a gateway. */
export interface JoinTarget {
  game: string;
  teams: readonly JoinBody[];
  start(jwksUrl: string, port: number): Promise<GamesService>;
  /** The service's schema, and the data of its Postgres. */
  db: Database;
  dataDir: string;
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  most: number;
  /** Not answered with 201, and answered but not stored. */
  wrong: number;
  lost: number;
  /** Processor time of each join, us. */
  us: Record<string, number>;
}

/** Joins of new wallets, whose sessions are the gateway's own, through the gateway. */
export async function joinThroughGateway(
  target: JoinTarget,
  { count, connections, ports }: { count: number; connections: number; ports: readonly [number, number] },
): Promise<Figures> {
  const [gatewayPort, gamesPort] = ports;
  const jwksUrl = `http://127.0.0.1:${gatewayPort}/.well-known/jwks.json`;
  const gateway = await startGateway(`http://127.0.0.1:${gamesPort}`, { port: gatewayPort, durable: true });
  const games = await target.start(jwksUrl, gamesPort);
  try {
    const warm = Math.min(WARM_UP_JOINS, count); // a small run has as many again as it measures
    const all = warm + count;
    const wallets = Array.from({ length: all }, (_, n) => `0xbbbb${n.toString(16).padStart(36, '0')}`);
    const tokens = await addSessions(gateway.db, wallets);
    const call = `POST /api/games/${target.game}/join`;
    const joins = wallets.map((wallet, n) => ({
      wallet,
      request: buildRequest(gateway.url, call, tokens[n]!, target.teams[n % target.teams.length]),
    }));
    await waitForLeaderboard(games.url, target.game);
    const ready = await sendJoins(gateway.url, joins.slice(0, warm), connections);
    const busy = () => [
      cpuMs(gateway.pid),
      postgresCpuMs(gateway.dataDir),
      cpuMs(games.pid),
      postgresCpuMs(target.dataDir),
    ];
    const before = busy();
    const since = performance.now();
    const answers = await sendJoins(gateway.url, joins.slice(warm), connections);
    const perSecond = (count * 1_000) / (performance.now() - since);
    const [own, ownPostgres, service, servicePostgres] = busy().map(
      (ms, part) => ((ms - before[part]!) * 1_000) / count,
    ) as [number, number, number, number];
    const stored = await queryOne<{ count: number }>(
      target.db,
      `select count(*)::int as count from entries where game_id = ? and wallet_address like '0xbbbb0000000000%'`,
      [target.game],
    );
    const right = [...ready, ...answers].filter(({ status }) => status === 201).length;
    const latencies = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      ...{ perSecond, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), most: quantile(latencies, 1) },
      ...{ wrong: all - right, lost: right - stored!.count },
      us: {
        ...{ 'the gateway': own, 'its Postgres': ownPostgres },
        ...{ games: service, 'the Postgres of games': servicePostgres },
      },
    };
  } finally {
    await games.stop();
    await gateway.stop();
  }
}

export function formatFigures({ perSecond, p50, p99, most, us, wrong, lost }: Figures): string {
  const each = Object.entries(us).map(([part, spent]) => `${spent.toFixed(0)} us of a processor in ${part}`);
  return (
    `${perSecond.toFixed(0)} joins a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
    `most ${most.toFixed(0)} ms; per join ${each.join(', ')}; ${wrong} not answered with 201, ${lost} lost`
  );
}
