import { randomUUID } from 'node:crypto';
import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from './testing/admin-suite.ts';

const suite = adminSuite();
const endpoints = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ path }) =>
  path.startsWith('/admin/'),
);

test('A27 the service has exactly the declared endpoints below /admin, each for administrators only', () => {
  expect(listRegisteredEndpoints(suite.koa)).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(endpoints.filter(({ auth }) => auth !== 'admin')).toEqual([]);
});

/** Expected status and code per kind of client. */
const GUEST = [401, 'TOKEN_MISSING'];
const PLAYER = [403, 'FORBIDDEN'];
const SURPLUS = [400, 'VALIDATION_FAILED'];

test('ADMIN-02 only administrators are authorised, and changes require a recent sign-in', async () => {
  const { tokens } = suite;
  // Admin rights depend on the current ADMIN_WALLETS, not on the token: a former administrator is a player.
  const clients = [
    { token: null, read: GUEST, change: GUEST },
    { token: 'a.forged.token', read: [401, 'TOKEN_INVALID'], change: [401, 'TOKEN_INVALID'] },
    { token: await tokens.accessToken(wallet(2)), read: PLAYER, change: PLAYER },
    { token: await tokens.accessTokenAged(wallet(2), 60), read: PLAYER, change: PLAYER },
    { token: await tokens.accessTokenAged(ADMIN, 16), read: null, change: [403, 'REAUTH_REQUIRED'] },
    { token: await tokens.accessToken(ADMIN), read: null, change: null },
  ];
  for (const { token, ...expected } of clients) {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const responses = await Promise.all(
      endpoints.map(async ({ method, path }) => {
        const url = `${suite.url}/api${path.replace(/:\w+/, randomUUID())}?surplus=1`;
        const response = await fetch(url, { method, ...(headers ? { headers } : {}) });
        const { code } = (await response.json()) as { code: string };
        return [method, path, response.status, code];
      }),
    );
    // A request of an administrator is rejected for the surplus key before an owner receives it.
    const expectedError = (method: string) => (method === 'GET' ? expected.read : expected.change) ?? SURPLUS;
    expect(responses).toEqual(endpoints.map(({ method, path }) => [method, path, ...expectedError(method)]));
  }
  expect(suite.owners.requests).toEqual([]);
});
