import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testNats,
} from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeFolders, testEnv } from '../testing/gateway-under-test.ts';
import { bearer, visitor } from '../testing/visitor.ts';

/** Returns the path of a built program. */
const getBuilt = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const GATEWAY = getBuilt('gateway/dist/main.js');
const SERVICE = getBuilt('packages/service-kit/dist/testing/traced-service.js');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
/** Header of a browser. Its unset sampled flag is ignored. */
const FROM_BROWSER = { traceparent: `00-${TRACE}-b7ad6b7169203331-00` };

/** Header of another request. */
const FROM_ELSEWHERE = { traceparent: `00-${'1'.repeat(32)}-b7ad6b7169203331-00` };

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** A fake collector: OTLP as JSON over HTTP. */
const received: string[] = [];
const collector = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  received.push(text);
  response.setHeader('content-type', 'application/json').end('{}');
});
const children: ChildProcess[] = [];
const lines: Record<string, unknown>[] = [];
let nats: TestNats;
const databases: TestDatabase[] = [];
let endpoint: string;

/** Starts a process and returns its address. */
function start(program: string, env: Record<string, string>): Promise<string> {
  const options = { PATH: process.env.PATH, LOG_LEVEL: 'debug', ...env };
  const child = spawn(process.execPath, [program], { env: options, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${program} has ended`)));
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown>;
      lines.push(line);
      if (line.msg === 'ready') resolve(String(line.url));
    });
  });
}

async function stopAll(signal: NodeJS.Signals) {
  for (const child of children) child.kill(signal);
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  children.length = 0;
}

/** Starts a small service and a gateway in front of it; returns the address of the gateway. */
async function startBoth(over: Record<string, string>): Promise<string> {
  const [games, edge] = databases as [TestDatabase, TestDatabase];
  const common = { ...over, NATS_URL: nats.url, LOG_LEVEL: 'debug', PORT: '0' };
  const own = { DATABASE_URL: games.url, JWKS_URL: 'http://127.0.0.1:9/' };
  const service = await start(SERVICE, { ...own, ...common });
  return start(GATEWAY, testEnv(edge.url, { ...common, SERVICE_GAMES_URL: service }));
}

beforeAll(async () => {
  nats = await testNats();
  databases.push(await createTestDatabase('games'), await createTestDatabase('gateway'));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
});
afterEach(() => stopAll('SIGKILL'));
afterAll(async () => {
  collector.close();
  await Promise.all(databases.map((database) => database.drop()));
  await nats?.stop();
  removeFolders();
});

const spans = () =>
  received
    .flatMap((text) => (JSON.parse(text) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
/** Lists spans with their parents: `parent > span`. */
const tree = () => {
  const byId = new Map(spans().map((span) => [span.spanId, span.name]));
  return spans().map(({ name, parentSpanId }) => `${byId.get(parentSpanId ?? '') ?? '-'} > ${name}`);
};

/** Sends requests through a gateway until the service replies on NATS. */
async function sendRequests(url: string, tracing: boolean) {
  const { get } = visitor(url);
  expect((await get('/api/config')).json.data).toMatchObject({ tracing });
  await expect.poll(async () => (await get('/api/games/1?q=no', FROM_ELSEWHERE)).status).toBe(200);
  return get('/api/games/mine?q=hunter2', { ...FROM_BROWSER, ...bearer('to.ken.xyz') });
}

test('one trace covers the browser, the gateway, a statement, a NATS request and an event, and contains no values', async () => {
  const response = await sendRequests(await startBoth({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), true);
  expect(JSON.parse(response.text)).toMatchObject({ n: 42, library: true });

  const written = () => lines.filter((line) => line.trace_id === TRACE).map(({ msg }) => msg);
  await expect.poll(written).toEqual(expect.arrayContaining(['request', 'event received']));
  await stopAll('SIGTERM'); // flushes the remaining spans
  const ours = tree().filter((_line, n) => spans()[n]?.traceId === TRACE);
  expect(ours.sort()).toEqual(
    [
      '- > GET -> games',
      'GET -> games > GET /games/:id',
      'GET /games/:id > request.test.double',
      'GET /games/:id > insert games',
      'GET /games/:id > publish games.test.doubled',
      'GET /games/:id > select games',
      'request.test.double > request.test.double',
      'request.test.double > select games',
      'handle games.test.doubled > select games',
      'publish games.test.doubled > handle games.test.doubled',
    ].sort(),
  );
  expect(tree()).toEqual(expect.arrayContaining(['- > poll', 'poll > select games']));
  const exported = JSON.stringify(spans());
  expect(exported).toContain('select $1::int as n');
  expect(exported).toContain('"22P02"'); // the code of the failed statement
  for (const value of ['hunter2', 'mine', 'xyz', 'secret', 'wallet']) expect(exported).not.toContain(value);
  const id = response.headers.get('x-request-id');
  expect(exported.split(`"touchline.request_id","value":{"stringValue":"${id}"}`)).toHaveLength(3);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', request_id: id, trace_id: TRACE }));
});

test('without a collector address, no trace is sent or forwarded and no library is loaded', async () => {
  const before = received.length;
  const response = await sendRequests(await startBoth({}), false);
  const { n, library, headers } = JSON.parse(response.text) as Record<string, unknown>;
  expect({ n, library }).toEqual({ n: 42, library: false });
  expect(headers).not.toContain('traceparent');
  expect(received).toHaveLength(before);
});
