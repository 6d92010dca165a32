import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALL_ENDPOINTS, NAMED_SCHEMAS } from '@touchline/api/all-endpoints';
import { buildOpenApiDocument } from '@touchline/api/openapi/describe';
import { afterEach, describe, expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';
import type { Callers } from './sign-in-callers.ts';

const ID = '5b0cb6ef-6e53-4f0b-8f8f-0f8f6d3f7a11';
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

const callers: Callers = {
  known: {
    games: [ID],
    participations: [ID],
    wallets: [`0x${'1'.repeat(40)}`],
    players: [1, 2],
    teams: [{ roster: [1, 2], formation: '3-4-3' }],
  },
  token: (caller) => (caller === 'guest' ? null : caller),
  signInAgain: async () => {},
};

/** Starts a server that handles one method with `respond`. @returns its URL */
async function startServer(
  method: string,
  respond: (request: IncomingMessage, body: string, response: ServerResponse) => void,
) {
  const server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () =>
      request.method === method ? respond(request, body, response) : reject(response, 405),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function reject(response: ServerResponse, status = 400) {
  const code = { 400: 'VALIDATION_FAILED', 401: 'TOKEN_INVALID', 405: 'METHOD_NOT_ALLOWED', 500: 'INTERNAL' }[
    status
  ];
  const body = {
    success: false,
    error: 'No.',
    code,
    details: [{ path: 'a', message: 'no' }],
    request_id: ID,
  };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const document = buildOpenApiDocument({ endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: [] }, '1.0.0');

async function collectFailures(url: string, only: string, rows = () => 1): Promise<string[]> {
  const count = async () => new Map([['games.entries', rows()]]);
  const { failures } = await fuzz({ url, document, callers, count, seed: 7, runs: 100, only, log: () => {} });
  return failures.filter((failure) => failure.includes('npm run fuzz') || failure.includes('read request'));
}

describe('fuzz', () => {
  test('fuzz sends all kinds of invalid requests and accepts valid rejections', async () => {
    const bodies: string[] = [];
    const types = new Set<string | undefined>();
    const url = await startServer('POST', (request, body, response) => {
      bodies.push(body);
      types.add(request.headers['content-type']);
      reject(response);
    });
    expect(await collectFailures(url, 'joinGame')).toEqual([]);
    expect(bodies.length).toBeGreaterThan(100);
    expect(bodies.some((body) => body.includes('__proto__'))).toBe(true);
    expect(bodies.some((body) => body.length > 32_768)).toBe(true);
    expect(types.size).toBeGreaterThan(3);
  });

  test('fuzz finds the input that breaks a handler, shrinks it and prints how to repeat it', async () => {
    const url = await startServer('POST', (_request, body, response) =>
      reject(response, /"formation":[^"]/.test(body) ? 500 : 400),
    );
    const [failure = ''] = await collectFailures(url, 'joinGame');
    expect(failure).toMatch(/^POST \/games\/\{id\}\/join: responded with 500/);
    expect(failure).toMatch(/curl .*"formation":[^"]/s);
    expect(failure).toContain('npm run fuzz -- --seed 7 --runs 100 --only joinGame');
  });

  test('fuzz reports a rejected request that changes rows', async () => {
    let rows = 1;
    const url = await startServer('POST', (_request, body, response) => {
      if (body.includes('vice_captain_id')) rows++;
      reject(response);
    });
    const [failure] = await collectFailures(url, 'joinGame', () => rows);
    expect(failure).toMatch(/rejected, but changed stored rows: games\.entries/);
  });

  test.each([
    ['not for rejections that leave sessions alone', 'joinGame', 400, 0],
    ['after a caller with a session is 401', 'joinGame', 401, 1],
    ['after requests of sign-in and sign-out', 'logout', 400, 1],
  ] as const)('callers are signed in again: %s', async (_, only, status, times) => {
    let signIns = 0;
    const signInAgain = async () => void signIns++;
    const url = await startServer('POST', (_request, _body, response) => reject(response, status));
    const count = async () => new Map([['games.entries', 1]]);
    const options = { url, document, count, seed: 7, runs: 5, only, log: () => {} };
    await fuzz({ ...options, callers: { ...callers, signInAgain } });
    expect(signIns).toBe(times);
  });

  test('fuzz stops when aborted', async () => {
    const cancellation = new AbortController();
    let requests = 0;
    const url = await startServer('POST', (_request, _body, response) => {
      requests++;
      cancellation.abort();
      reject(response);
    });
    const count = async () => new Map([['games.entries', 1]]);
    const options = { url, document, callers, count, seed: 7, runs: 100, log: () => {} };
    await expect(fuzz({ ...options, signal: cancellation.signal })).rejects.toThrow(/abort/i);
    expect(requests).toBe(1);
  });

  test('fuzz reports a read request that changes rows', async () => {
    let rows = 1;
    const url = await startServer('GET', (_request, _body, response) => {
      rows++;
      reject(response);
    });
    expect((await collectFailures(url, 'listGames', () => rows))[0]).toMatch(
      /read request changed stored rows/,
    );
  });
});
