import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { visitor } from '../testing/visitor.ts';

const suite = gatewaySuite(createTestDatabase);

test('game rule 9.3: an address with ten wrong codes of leagues is blocked; codes that exist do not count', async () => {
  const games = createServer((request, response) => {
    const exists = request.url?.endsWith('/ABCDEFGH');
    response.writeHead(exists ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => games.listen(0, '127.0.0.1', resolve));
  const { port } = games.address() as AddressInfo;
  try {
    const { url } = await suite.start({ SERVICE_GAMES_URL: `http://127.0.0.1:${port}` });
    const open = async (code: string) => (await visitor(url).get(`/api/leagues/invitations/${code}`)).status;
    for (let n = 0; n < 20; n++) expect(await open('ABCDEFGH')).toBe(200);
    for (let n = 0; n < 10; n++) expect(await open(`ZZZZZZZ${n}`)).toBe(404);
    expect(await open('ZZZZZZZZ')).toBe(429);
    const join = await visitor(url).post('/api/leagues/join', { code: 'ABCDEFGH' });
    expect([join.status, join.json.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await visitor(url).get('/api/config')).status).toBe(200);
  } finally {
    games.closeAllConnections();
    games.close();
  }
});

test('the gateway forwards PATCH with its body', async () => {
  const bodies: string[] = [];
  const games = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(`${request.method} ${chunk}`));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => games.listen(0, '127.0.0.1', resolve));
  const { port } = games.address() as AddressInfo;
  try {
    const { url } = await suite.start({ SERVICE_GAMES_URL: `http://127.0.0.1:${port}` });
    const response = await fetch(`${url}/api/leagues/1`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"x"}',
    });
    expect(response.status).toBe(200);
    expect(bodies).toEqual(['PATCH {"name":"x"}']);
  } finally {
    games.closeAllConnections();
    games.close();
  }
});
