import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { RELEASE_SECRET, releaseToken } from '../testing/release-team.ts';
import { visitor } from '../testing/visitor.ts';

const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const respond: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"success":true,"data":{}}');
};
/** Responses that the slow service has not sent. */
const hanging: ServerResponse[] = [];
let slow: Server;
let short: Server;
let games: Server;
let quick: Server;
let down: Server;

/** Is ready, but sends no response, or the first byte of one. */
const hang: RequestListener = (request, response) => {
  if (request.url === '/readyz') return respond(request, response as never);
  hanging.push(response);
  if (request.url === '/api/short/drip') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
  }
};

beforeAll(async () => {
  [games, quick] = await Promise.all([serve(respond), serve(respond)]);
  [slow, short] = await Promise.all([serve(hang), serve(hang)]);
  down = await serve(respond);
});
afterEach(() => {
  for (const response of hanging.splice(0)) response.destroy();
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const gateway = gatewaySuite(createTestDatabase, () => ({
  LOG_LEVEL: 'info',
  RELEASE_SECRET,
  SERVICE_GAMES_URL: originOf(games),
  TEAM_SERVICE_TIMEOUT_MS: '60000',
  TEAM_SERVICES: `slow=${originOf(slow)},short=${originOf(short)},quick=${originOf(quick)},down=${originOf(down)}`,
}));

const CONCURRENT = 4;
beforeAll(async () => {
  for (const name of ['slow', 'short', 'quick', 'down']) {
    const body = {
      requests_per_minute: 300,
      concurrent_requests: CONCURRENT,
      timeout_ms: name === 'short' ? 2_000 : 60_000,
      endpoints: [
        { method: 'GET', path: `/${name}`, auth: 'none' },
        { method: 'POST', path: `/${name}`, auth: 'none' },
        { method: 'GET', path: `/${name}/hang`, auth: 'none' },
        { method: 'GET', path: `/${name}/drip`, auth: 'none' },
      ],
    };
    const { status } = await visitor(gateway.url).put(`/api/services/${name}`, body, releaseToken(name));
    expect(status).toBe(200);
  }
});

const get = (path: string) => visitor(gateway.url).get(path);
const UNAVAILABLE = 'This service is temporarily unavailable. Try again in a moment.';

test('a hanging service uses up its own concurrent requests only', async () => {
  const waiting = Array.from({ length: CONCURRENT }, () => get('/api/slow'));
  await expect.poll(() => hanging.length).toBe(CONCURRENT);
  // Its further requests are rejected immediately, those of all others are answered while it hangs.
  const rejected = await get('/api/slow');
  expect([rejected.status, rejected.json.code, rejected.json.error]).toEqual([
    503,
    'UPSTREAM_UNAVAILABLE',
    UNAVAILABLE,
  ]);
  expect(rejected.headers.get('retry-after')).toBe('2');
  const others = await Promise.all(
    Array.from({ length: 50 }, (_, index) => get(index % 2 ? '/api/quick' : '/api/games')),
  );
  // Of 25 concurrent requests to `quick` only some fit into its own limit; none of `games` is affected.
  expect(others.filter((_, index) => index % 2 === 0).map(({ status }) => status)).toEqual(
    Array.from({ length: 25 }, () => 200),
  );
  expect((await get('/api/quick')).status).toBe(200);
  expect(hanging, 'the slow service still hangs').toHaveLength(CONCURRENT);
  for (const response of hanging.splice(0)) respond({} as never, response as never);
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
});

test('a request ends at the timeout of its service, also in the middle of a response', async () => {
  expect((await get('/api/short/hang')).json).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    error: UNAVAILABLE,
  });
  await expect(get('/api/short/drip')).rejects.toThrow();
  expect((await get('/api/games')).status).toBe(200);
});

/** Lists the routes, as in metrics, of requests that were 503. */
const listFailedRoutes = () =>
  gateway.logged
    .map((line): { route?: string; status?: number } => JSON.parse(line))
    .flatMap(({ route, status }) => (status === 503 ? route : []));

test('a service that is down is 503, its writes are not repeated, and others work', async () => {
  down.closeAllConnections();
  await new Promise((resolve) => down.close(resolve));
  expect((await get('/api/down')).json).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', error: UNAVAILABLE });
  expect((await visitor(gateway.url).post('/api/down', {})).status).toBe(503);
  expect(listFailedRoutes()).toContain('-> team down');
  expect(listFailedRoutes()).not.toContain('-> down');
  expect((await get('/api/quick')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
});
