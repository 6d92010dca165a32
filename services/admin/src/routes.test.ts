import { randomUUID } from 'node:crypto';
import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from './testing/admin-suite.ts';

const suite = adminSuite();
const calls = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/admin/'));

test('serves exactly the declared calls below /admin, each for administrators only', () => {
  expect(listRegisteredEndpoints(suite.koa)).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  expect(calls.filter(({ auth }) => auth !== 'admin')).toEqual([]);
});

/** Who somebody is, and what the calls that only read and those that change something answer. */
const NOBODY = [401, 'TOKEN_MISSING'];
const PLAYER = [403, 'FORBIDDEN'];
const SURPLUS = [400, 'VALIDATION_FAILED'];

test('ADMIN-02 only an administrator gets an answer, and changes something only after a recent sign-in', async () => {
  const { tokens } = suite;
  // Neither the token nor its age says who is an administrator: someone who was one until the restart is a player.
  const callers = [
    { token: null, read: NOBODY, change: NOBODY },
    { token: 'a.forged.token', read: [401, 'TOKEN_INVALID'], change: [401, 'TOKEN_INVALID'] },
    { token: await tokens.accessToken(wallet(2)), read: PLAYER, change: PLAYER },
    { token: await tokens.accessTokenAged(wallet(2), 60), read: PLAYER, change: PLAYER },
    { token: await tokens.accessTokenAged(ADMIN, 16), read: null, change: [403, 'REAUTH_REQUIRED'] },
    { token: await tokens.accessToken(ADMIN), read: null, change: null },
  ];
  for (const { token, ...expected } of callers) {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const answers = await Promise.all(
      calls.map(async ({ method, path }) => {
        const url = `${suite.url}/api${path.replace(/:\w+/, randomUUID())}?surplus=1`;
        const response = await fetch(url, { method, ...(headers ? { headers } : {}) });
        const { code } = (await response.json()) as { code: string };
        return [method, path, response.status, code];
      }),
    );
    // An administrator's call is read, and refused for the surplus key before an owner is asked.
    const refused = (method: string) => (method === 'GET' ? expected.read : expected.change) ?? SURPLUS;
    expect(answers).toEqual(calls.map(({ method, path }) => [method, path, ...refused(method)]));
  }
  expect(suite.owners.requests).toEqual([]);
});
