import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startBaselines } from './gateway/baselines.ts';
import { startGateway } from './host/gateway-host.ts';
import { cpuMs } from './host/process-stats.ts';
import { loadInThread } from './load/load-in-thread.ts';
import { quantile, type Load } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- gateway [--seconds N]: a forwarded call, beside what others would put in front of their services. */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, 'no-peers': { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
const CONNECTIONS = 32;
const MOST_US = 50;
const WARM_CALLS = 8_000;
/** The answer of the service: a small list. */
const ANSWER = Buffer.from(JSON.stringify({ success: true, data: { games: 'x'.repeat(2_000) } }));
const PATH = '/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/leaderboard?limit=50';

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const service = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length });
  response.end(ANSWER);
});
service.keepAliveTimeout = 65_000;
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const gateway = await startGateway(upstream);
const peers = values['no-peers'] ? null : await startBaselines(upstream);
try {
  const own = await measure('gateway: id, limits of address and call, log, metrics', gateway);
  limits.check('gateway, of a processor per call', own.us, { max: MOST_US }, 'us');
  for (const why of peers?.missing ?? []) log(`not measured: ${why}`);
  for (const peer of peers?.running ?? []) {
    const other = await measure(`peer: ${peer.name}, bare`, peer);
    if (peer.name === '@fastify/http-proxy')
      limits.check('gateway, as a share of @fastify/http-proxy', own.us / other.us, { max: 1 }, 'times');
  }
} finally {
  await peers?.stop();
  await gateway.stop();
  service.closeAllConnections();
  service.close();
}
limits.close();

/** A run to warm up, and one that counts. */
async function measure(name: string, { pid, port }: { pid: number; port: number }): Promise<{ us: number }> {
  // What runs often is compiled after some thousands of calls, whatever the clock says.
  for (let warm = 0; warm < WARM_CALLS; ) warm += (await run(port, 2)).answers;
  const before = cpuMs(pid);
  const { answers, failed, latencies, seconds: lasted } = await run(port, seconds);
  const us = ((cpuMs(pid) - before) * 1_000) / answers;
  log(
    `${name}: ${us.toFixed(1)} us of a processor per call, ${(answers / lasted).toFixed(0)} a second, ` +
      `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms, ${failed} failed`,
  );
  if (failed > 0) limits.check(`${name}: calls that failed`, failed, { max: 0 }, 'calls');
  return { us };
}

function run(port: number, duration: number): Promise<Load> {
  const headers = {
    authorization: 'Bearer e30.e30.c2ln',
    'accept-encoding': 'br',
    accept: 'application/json',
  };
  return loadInThread({ port, path: PATH, headers, connections: CONNECTIONS, seconds: duration });
}
