import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startPeers } from './gateway/peers.ts';
import { startGateway } from './host/gateway-host.ts';
import { processorMs } from './host/process-figures.ts';
import { loadInThread } from './reads/in-thread.ts';
import { at, type Load } from './reads/load.ts';
import { createVerdict } from './reads/verdict.ts';

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

const say = (text: string) => console.log(`> ${text}`);
const verdict = createVerdict();
const service = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length });
  response.end(ANSWER);
});
service.keepAliveTimeout = 65_000;
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const gateway = await startGateway(upstream);
const peers = values['no-peers'] ? null : await startPeers(upstream);
try {
  const own = await measure('gateway: id, limits of address and call, log, metrics', gateway);
  verdict.check('gateway, of a processor per call', own.us, { most: MOST_US }, 'us');
  for (const why of peers?.missing ?? []) say(`not measured: ${why}`);
  for (const peer of peers?.running ?? []) {
    const other = await measure(`peer: ${peer.name}, bare`, peer);
    if (peer.name === '@fastify/http-proxy')
      verdict.check('gateway, as a share of @fastify/http-proxy', own.us / other.us, { most: 1 }, 'times');
  }
} finally {
  await peers?.stop();
  await gateway.stop();
  service.closeAllConnections();
  service.close();
}
verdict.close();

/** A run to warm up, and one that counts. */
async function measure(name: string, { pid, port }: { pid: number; port: number }): Promise<{ us: number }> {
  // What runs often is compiled after some thousands of calls, whatever the clock says.
  for (let warm = 0; warm < WARM_CALLS; ) warm += (await run(port, 2)).answers;
  const before = processorMs(pid);
  const { answers, failed, took, seconds: lasted } = await run(port, seconds);
  const us = ((processorMs(pid) - before) * 1_000) / answers;
  say(
    `${name}: ${us.toFixed(1)} us of a processor per call, ${(answers / lasted).toFixed(0)} a second, ` +
      `p50 ${at(took, 0.5).toFixed(1)} ms, p99 ${at(took, 0.99).toFixed(1)} ms, ${failed} failed`,
  );
  if (failed > 0) verdict.check(`${name}: calls that failed`, failed, { most: 0 }, 'calls');
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
