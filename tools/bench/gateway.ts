import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { registerService } from '@touchline/api/http/team-services';
import { PROJECT } from '@touchline/local-stack/product';
import { releaseClient, releaseToken } from '@touchline/local-stack/release/publish';
import { addSessions } from './data/sessions.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { median } from './figures/statistics.ts';
import { startBaselines } from './gateway/baselines.ts';
import { RELEASE_SECRET, startGateway } from './host/gateway-host.ts';
import { cpuMs } from './host/process-stats.ts';
import { loadInThread } from './load/load-in-thread.ts';
import { measureLoad } from './load/measure-load.ts';

/**
 * npm run bench -- gateway [--seconds N] [--no-baselines]: CPU time of a forwarded request, to a service in the routing table and to a
 * registered one, compared with common proxies.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, 'no-baselines': { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
const CONNECTIONS = 32;
const MAX_US = 50;
const ROUNDS = 5;
const UNREACHABLE_LIMIT = 100_000_000;
const WARM_UP_REQUESTS = 8_000;
/** Response body of the service. */
const BODY = Buffer.from(JSON.stringify({ success: true, data: { games: 'x'.repeat(2_000) } }));
const WALLET = `0x${'a'.repeat(40)}`;
const GAME = '7f2b0c52-6c77-4c0c-8a4c-111111111111';
const PATH = `/api/games/${GAME}/leaderboard?limit=50`;
/** A registered service with the same path below its own prefix. */
const TEAM = 'rivals';
const TEAM_PATH = `/api/${TEAM}/${GAME}/leaderboard?limit=50`;
const MAX_TEAM_FACTOR = 1.05;

const limits = createLimits();
const service = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': BODY.length });
  response.end(BODY);
});
service.keepAliveTimeout = 65_000;
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const gateway = await startGateway(upstream, { teamServices: `${TEAM}=${upstream}` });
const [token] = await addSessions(gateway.db, [WALLET]);
const baselines = values['no-baselines'] ? null : await startBaselines(upstream);
try {
  const gatewayResult = await measure(
    'gateway: request id, limits per address and endpoint, log, metrics',
    gateway,
  );
  limits.check('gateway, CPU time per request', gatewayResult.us, { max: MAX_US }, 'µs');
  await registerTeam();
  await compareRegistered();
  for (const reason of baselines?.missing ?? []) log(`not measured: ${reason}`);
  for (const baseline of baselines?.running ?? []) {
    const other = await measure(`baseline: ${baseline.name}, forwarding only`, baseline);
    if (baseline.name === '@fastify/http-proxy')
      limits.check(
        'gateway, CPU time relative to @fastify/http-proxy',
        gatewayResult.us / other.us,
        { max: 1 },
        'times',
      );
  }
} finally {
  await baselines?.stop();
  await gateway.stop();
  service.closeAllConnections();
  service.close();
}
limits.close();

async function registerTeam(): Promise<void> {
  await releaseClient({ url: gateway.url, token: releaseToken(PROJECT, RELEASE_SECRET, TEAM) }).request(
    registerService,
    {
      params: { name: TEAM },
      body: {
        requests_per_minute: UNREACHABLE_LIMIT,
        concurrent_requests: UNREACHABLE_LIMIT,
        timeout_ms: UNREACHABLE_LIMIT,
        endpoints: [{ method: 'GET', path: `/${TEAM}/:id/leaderboard`, auth: 'optional' }],
      },
    },
  );
}

/** Alternates both, so that a change of the machine's speed affects them equally. */
async function compareRegistered(): Promise<void> {
  const us: Record<'table' | 'registered', number[]> = { table: [], registered: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    us.table.push((await measure(`round ${round}: a service in the table`, gateway)).us);
    us.registered.push((await measure(`round ${round}: a registered service`, gateway, TEAM_PATH)).us);
  }
  const factor = median(us.registered) / median(us.table);
  limits.check(
    'registered service, CPU time relative to one in the table',
    factor,
    { max: MAX_TEAM_FACTOR },
    'times',
  );
}

/** Measures one run after a warm-up. @returns CPU time per request in µs */
async function measure(
  name: string,
  { pid, port }: { pid: number; port: number },
  path = PATH,
): Promise<{ us: number }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'br',
    accept: 'application/json',
  };
  const options = { port, path, headers, connections: CONNECTIONS };
  // V8 optimises after a number of requests, regardless of time.
  for (let warm = 0; warm < WARM_UP_REQUESTS; )
    warm += (await loadInThread({ ...options, seconds: 2 })).responses;
  const { us } = await measureLoad(name, { ...options, seconds }, { proxy: () => cpuMs(pid) });
  return { us: us.proxy };
}
