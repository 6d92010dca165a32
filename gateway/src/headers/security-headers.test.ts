import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawClient } from '../testing/raw-client.ts';

const shell = createFolder('shell');
const gateway = gatewaySuite(createTestDatabase, () => ({ SHELL_DIR: shell }));

const EXPECTED = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test.each(['/healthz', '/readyz', '/api/config', '/api/nothing', '/.well-known/jwks.json'])(
  'A18 %s has the security headers',
  async (path) => {
    const { headers } = await fetch(gateway.url + path);
    expect(Object.fromEntries(headers)).toMatchObject(EXPECTED);
  },
);

test.each([
  [400, ['HELLO?']],
  [431, [`GET /?${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x']],
])('A18 the response %i to malformed input has each security header once', async (status, head) => {
  const client = rawClient(gateway.url, head);
  await expect.poll(client.closed).toBe(true);
  expect(client.status()).toBe(status);
  const lines = client.received().split('\r\n\r\n')[0]!.toLowerCase().split('\r\n').slice(1);
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  const lower = Object.fromEntries(Object.entries(EXPECTED).map(([k, v]) => [k, v.toLowerCase()]));
  expect(Object.fromEntries(headers)).toMatchObject(lower);
  expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length);
});

test('A18 a script has only the headers for scripts; an SVG, which can be a page, has all', async () => {
  writeFileSync(join(shell, 'start.js'), 'start();');
  writeFileSync(join(shell, 'icon.svg'), '<svg/>');
  const { headers: script } = await fetch(`${gateway.url}/start.js`);
  expect(script.get('x-content-type-options')).toBe('nosniff');
  expect(script.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(script.get('content-security-policy')).toBeNull();
  const { headers: image } = await fetch(`${gateway.url}/icon.svg`);
  expect(Object.fromEntries(image)).toMatchObject(EXPECTED);
});

test('A18 responses over https have Strict-Transport-Security', async () => {
  const { url } = await gateway.start({ PUBLIC_URL: 'https://touchline.example' });
  const { headers } = await fetch(`${url}/healthz`);
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
});

test.each(['https://app.example.evil.com', 'null', 'http://localhost:8080'])(
  'A19 no page of another origin may read a response (%s)',
  async (origin) => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const [method, path] of [
      ['GET', '/api/config'],
      ['GET', '/.well-known/jwks.json'],
      ['OPTIONS', '/api/config'],
      ['OPTIONS', '/api/auth/login'],
      ['OPTIONS', '/api/games'],
    ] as const) {
      const { headers } = await fetch(gateway.url + path, { method, headers: { origin, ...preflight } });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  },
);
