import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALL_ENDPOINTS, NAMED_SCHEMAS } from '@touchline/api/all-endpoints';
import { buildOpenApiDocument } from '@touchline/api/openapi/describe';
import { afterEach, describe, expect, test } from 'vitest';
import type { Callers } from './sign-in-callers.ts';
import { fuzz } from './fuzz.ts';

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

/** A server that answers one method as the test says. */
async function serving(
  method: string,
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
) {
  const server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () =>
      request.method === method ? answer(request, body, response) : refuse(response, 405),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function refuse(response: ServerResponse, status = 400) {
  const code = { 400: 'VALIDATION_FAILED', 405: 'METHOD_NOT_ALLOWED', 500: 'INTERNAL' }[status];
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

async function failuresOf(url: string, only: string, rows = () => 1): Promise<string[]> {
  const count = async () => new Map([['games.entries', rows()]]);
  const { failures } = await fuzz({ url, document, callers, count, seed: 7, runs: 100, only, say: () => {} });
  return failures.filter((failure) => failure.includes('npm run fuzz') || failure.includes('reading'));
}

describe('the fuzz', () => {
  test('sends all kinds of invalid requests and accepts proper refusals', async () => {
    const bodies: string[] = [];
    const types = new Set<string | undefined>();
    const url = await serving('POST', (request, body, response) => {
      bodies.push(body);
      types.add(request.headers['content-type']);
      refuse(response);
    });
    expect(await failuresOf(url, 'joinGame')).toEqual([]);
    expect(bodies.length).toBeGreaterThan(100);
    expect(bodies.some((body) => body.includes('__proto__'))).toBe(true);
    expect(bodies.some((body) => body.length > 32_768)).toBe(true);
    expect(types.size).toBeGreaterThan(3);
  });

  test('finds the input that breaks a handler, shrinks it and prints how to repeat it', async () => {
    const url = await serving('POST', (_request, body, response) =>
      refuse(response, /"formation":[^"]/.test(body) ? 500 : 400),
    );
    const [failure = ''] = await failuresOf(url, 'joinGame');
    expect(failure).toMatch(/^POST \/games\/\{id\}\/join: answered 500/);
    expect(failure).toMatch(/curl .*"formation":[^"]/s);
    expect(failure).toContain('npm run fuzz -- --seed 7 --runs 100 --only joinGame');
  });

  test('finds a call that stores although it refuses', async () => {
    let rows = 1;
    const url = await serving('POST', (_request, body, response) => {
      if (body.includes('vice_captain_id')) rows++;
      refuse(response);
    });
    const [failure] = await failuresOf(url, 'joinGame', () => rows);
    expect(failure).toMatch(/refused, but changed stored rows: games\.entries/);
  });

  test('stops when aborted', async () => {
    const giveUp = new AbortController();
    let requests = 0;
    const url = await serving('POST', (_request, _body, response) => {
      requests++;
      giveUp.abort();
      refuse(response);
    });
    const count = async () => new Map([['games.entries', 1]]);
    const options = { url, document, callers, count, seed: 7, runs: 100, say: () => {} };
    await expect(fuzz({ ...options, signal: giveUp.signal })).rejects.toThrow(/abort/i);
    expect(requests).toBe(1);
  });

  test('finds a read that stores', async () => {
    let rows = 1;
    const url = await serving('GET', (_request, _body, response) => {
      rows++;
      refuse(response);
    });
    expect((await failuresOf(url, 'listGames', () => rows))[0]).toMatch(/reading changed stored rows/);
  });
});
