import type { JoinBody } from '@touchline/api/http/entries';
import { queryOne } from '@touchline/service-kit/data/database';
import { addSessions } from '../data/sessions.ts';
import { log } from '../figures/log.ts';
import { measure } from '../figures/measure.ts';
import type { GamesHost } from '../host/games-host.ts';
import { startGateway } from '../host/gateway-host.ts';
import type { ServiceProcess } from '../host/service-process.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { buildRequest, formatRequests, sendRequests } from '../load/requests.ts';

/** Joins after which V8 has optimised the code. */
export const WARM_UP_JOINS = 2_000;

/** The game that wallets join. */
export interface JoinTarget extends Pick<GamesHost, 'db' | 'postgresCpuMs'> {
  game: string;
  teams: readonly JoinBody[];
  /** Starts the games service with the public keys of a gateway. */
  start(jwksUrl: string, port: number): Promise<ServiceProcess>;
}

interface Figures {
  perSecond: number;
  /** Joins without response 201. */
  failed: number;
  /** Joins with response 201 that are not stored. */
  lost: number;
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
    const warmUp = await sendRequests(gateway.url, joins.slice(0, warm), connections);
    const meters = {
      gateway: gateway.cpuMs,
      "gateway's Postgres": gateway.postgresCpuMs,
      games: games.cpuMs,
      "games' Postgres": into.postgresCpuMs,
    };
    const measured = await measure(meters, () => sendRequests(gateway.url, joins.slice(warm), connections));
    log(`through the gateway: ${formatRequests(measured)}`);
    const stored = await queryOne<{ count: number }>(
      into.db,
      `select count(*)::int as count from entries where game_id = ? and wallet_address like '0xbbbb0000000000%'`,
      [into.game],
    );
    const joined = [...warmUp, ...measured.result].filter(({ status }) => status === 201).length;
    return { perSecond: count / measured.seconds, failed: all - joined, lost: joined - stored!.count };
  } finally {
    await games.stop();
    await gateway.stop();
  }
}
