import { createTestDatabase, testChain } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { requestChallenge, bearer, newPlayer, signIn, tokenOf, visitor } from '../testing/visitor.ts';
import { SITE_FACTOR } from './address-limit.ts';

const suite = gatewaySuite(createTestDatabase);

/** A gateway of its own for each test, because limits keep counting. */
async function withLimits(env: Record<string, string>, use: (gateway: GatewayUnderTest) => Promise<void>) {
  await use(await suite.start(env));
}

async function statuses(times: number, call: (index: number) => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let index = 0; index < times; index++) seen.push((await call(index)).status);
  return seen;
}

test('a call beyond the limit is 429 with Retry-After', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '3' }, async ({ url }) => {
    expect(await statuses(3, () => visitor(url).get('/api/config'))).toEqual([200, 200, 200]);
    const refused = await visitor(url).get('/api/config');
    expect([refused.status, refused.json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor(url).get('/healthz')).status).toBe(200);
  });
});

test("the client's X-Forwarded-For is ignored", async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2' }, async ({ url }) => {
    const call = (index: number) => visitor(url).get('/api/config', { 'x-forwarded-for': `10.0.0.${index}` });
    expect(await statuses(4, call)).toEqual([200, 200, 429, 429]);
  });
});

test('behind one trusted proxy only the last address of X-Forwarded-For counts', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const call = (forwarded: string) => visitor(url).get('/api/config', { 'x-forwarded-for': forwarded });
    expect(await statuses(3, (index) => call(`10.0.0.${index}, 192.0.2.1`))).toEqual([200, 200, 429]);
    expect((await call('192.0.2.2')).status).toBe(200);
  });
});

test('the addresses of an IPv6 /64 count as one', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const call = (index: number) =>
      visitor(url).get('/api/config', { 'x-forwarded-for': `2001:db8:1:2::${index}` });
    expect(await statuses(3, call)).toEqual([200, 200, 429]);
    const neighbour = await visitor(url).get('/api/config', { 'x-forwarded-for': '2001:db8:1:3::1' });
    expect(neighbour.status).toBe(200);
  });
});

test('the sixth sign-in of a wallet in a minute is refused, another wallet is not', async () => {
  await withLimits({ RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '5' }, async ({ url }) => {
    const [player, other] = [newPlayer(), newPlayer()];
    const ask = () => visitor(url).post('/api/auth/login', { wallet_address: player.address });
    expect(await statuses(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await requestChallenge(visitor(url), other.address)).id).toBeTruthy();
  });
});

test('the eleventh sign-in of an address in a minute is refused', async () => {
  await withLimits({ RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '10' }, async ({ url }) => {
    const ask = () => visitor(url).post('/api/auth/login', { wallet_address: newPlayer().address });
    expect((await statuses(11, ask)).at(-1)).toBe(429);
  });
});

/** Signs in with the signature of another wallet. */
async function signWrongly(url: string, player: ReturnType<typeof newPlayer>) {
  const browser = visitor(url);
  const { id } = await requestChallenge(browser, player.address);
  const signature = await newPlayer().signMessage({ message: 'something else' });
  return browser.post('/api/auth/login', { wallet_address: player.address, challenge_id: id, signature });
}

test('after too many wrong signatures an address has to wait, even with a valid one', async () => {
  const chain = await testChain();
  try {
    await withLimits({ RATE_LIMIT_LOGIN_FAILURES: '3', RPC_URL: chain.rpcUrl }, async ({ url }) => {
      const player = newPlayer();
      expect(await statuses(4, () => signWrongly(url, player))).toEqual([403, 403, 403, 429]);
      const right = await signIn(visitor(url), player);
      expect([right.status, right.json.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    });
  } finally {
    await chain.stop();
  }
});

test('an outage of the chain does not count as failed sign-ins', async () => {
  await withLimits({ RATE_LIMIT_LOGIN_FAILURES: '3', RPC_URL: 'http://127.0.0.1:1' }, async ({ url }) => {
    const player = newPlayer();
    expect(await statuses(4, () => signWrongly(url, player))).toEqual([503, 503, 503, 503]);
    expect((await signIn(visitor(url), player)).status).toBe(200);
  });
});

test('calls of one limit count together; a spelling that no service answers counts only for its address', async () => {
  const limits = { RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '1', RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '1' };
  await withLimits(limits, async ({ url }) => {
    const game = '/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111';
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    const join = (way: string) => visitor(url).post(`${game}/${way}`, {}, token);
    expect(await statuses(3, (index) => join(['join/', 'join', 'reserve'][index] ?? ''))).toEqual([
      503, 503, 429,
    ]);
    const look = (way: string) => visitor(url).get(`${game}/${way}`);
    expect(
      await statuses(3, (index) => look(['Leaderboard', 'leaderboard', 'leaderboard'][index] ?? '')),
    ).toEqual([503, 503, 429]);
  });
});

test('joining counts per wallet', async () => {
  await withLimits({ RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const join = (token: string) =>
      visitor(url).post('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join', {}, bearer(token));
    const mine = tokenOf(await signIn(visitor(url), newPlayer()));
    const others = tokenOf(await signIn(visitor(url), newPlayer()));
    expect(await statuses(3, () => join(mine))).toEqual([503, 503, 429]);
    expect((await join(others)).status).toBe(503);
  });
});

test('A15 creating tournaments counts per wallet, listing games does not', async () => {
  await withLimits({ RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE: '1' }, async ({ url }) => {
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    const create = () => visitor(url).post('/api/games', {}, token);
    expect(await statuses(2, create)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/games', token)).status).toBe(503);
  });
});

test('recording a stake counts per wallet, reading stakes does not', async () => {
  await withLimits({ RATE_LIMIT_STAKE_WALLET_PER_MINUTE: '1' }, async ({ url }) => {
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    const stake = () => visitor(url).post('/api/staking', {}, token);
    expect(await statuses(2, stake)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/staking/my-stakes', token)).status).toBe(503);
  });
});

test('the long lists of the administration count per wallet, together', async () => {
  await withLimits({ RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    const list = (what: string) => visitor(url).get(`/api/admin/${what}?search=a`, token);
    const lists = ['game-participations', 'staking-records', 'game-participations'];
    expect(await statuses(3, (index) => list(lists[index] ?? ''))).toEqual([503, 503, 429]);
    expect((await list('stats')).status).toBe(503);
  });
});

test('S8 saving a lineup counts per wallet, reading a team does not', async () => {
  await withLimits({ RATE_LIMIT_LINEUP_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    const team = '/api/games/participations/7f2b0c52-6c77-4c0c-8a4c-111111111111';
    const save = () => visitor(url).put(`${team}/formation`, {}, token);
    expect(await statuses(3, save)).toEqual([503, 503, 429]);
    expect((await visitor(url).get(team, token)).status).toBe(503);
  });
});

test('a leaderboard has a limit of its own', async () => {
  await withLimits({ RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '1' }, async ({ url }) => {
    const call = () => visitor(url).get('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/leaderboard');
    expect(await statuses(2, call)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/games')).status).toBe(503);
  });
});

test('S16 an address has so many live streams open, and all addresses together', async () => {
  const limits = { MAX_LIVE_STREAMS_PER_ADDRESS: '2', MAX_LIVE_STREAMS: '3', TRUSTED_PROXIES: '1' };
  await withLimits(limits, async ({ url }) => {
    const open: AbortController[] = [];
    const stream = async (from: string) => {
      const abort = new AbortController();
      open.push(abort);
      const headers = { 'x-forwarded-for': from };
      return (await fetch(`${url}/api/live`, { headers, signal: abort.signal })).status;
    };
    expect([await stream('192.0.2.1'), await stream('192.0.2.1'), await stream('192.0.2.1')]).toEqual([
      200, 200, 429,
    ]);
    expect([await stream('192.0.2.2'), await stream('192.0.2.3')]).toEqual([200, 429]);
    open[0]?.abort();
    await expect.poll(() => stream('192.0.2.3')).toBe(200);
    for (const abort of open) abort.abort();
  });
});

test('S21 sign-in and joining count at all replicas together', async () => {
  const limits = { RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '3', RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '3' };
  const replicas = [await suite.start(limits), await suite.start(limits)];
  const at = (index: number) => visitor(replicas[index % 2]?.url ?? '');
  const player = newPlayer();
  const token = bearer(tokenOf(await signIn(at(0), player)));
  const ask = (index: number) => at(index).post('/api/auth/login', { wallet_address: player.address });
  expect(await statuses(4, ask)).toEqual([200, 200, 429, 429]);
  const join = (index: number) =>
    at(index).post('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join', {}, token);
  expect(await statuses(5, join)).toEqual([503, 503, 503, 429, 429]);
});

test('S21 an address that failed too often is blocked at all replicas', async () => {
  const chain = await testChain();
  try {
    const limits = { RATE_LIMIT_LOGIN_FAILURES: '2', RPC_URL: chain.rpcUrl };
    const [one, other] = [await suite.start(limits), await suite.start(limits)];
    expect(await statuses(2, () => signWrongly(one.url, newPlayer()))).toEqual([403, 403]);
    expect((await signIn(visitor(other.url), newPlayer())).status).toBe(429);
  } finally {
    await chain.stop();
  }
});

test('S21 while Postgres does not answer each replica counts on its own', async () => {
  await withLimits({ RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '2' }, async ({ url, db }) => {
    const token = bearer(tokenOf(await signIn(visitor(url), newPlayer())));
    await db.schema.renameTable('rate_limits', 'rate_limits_away');
    const join = () => visitor(url).post('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join', {}, token);
    expect(await statuses(3, join)).toEqual([503, 503, 429]);
    await db.schema.renameTable('rate_limits_away', 'rate_limits');
  });
});

test('S21 the networks of an IPv6 /48 together have a limit too', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '1', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const call = (index: number) =>
      visitor(url).get('/api/config', { 'x-forwarded-for': `2001:db8:1:${index}::1` });
    const seen = await statuses(SITE_FACTOR + 1, call);
    expect(seen.indexOf(429)).toBe(SITE_FACTOR);
    expect((await visitor(url).get('/api/config', { 'x-forwarded-for': '2001:db8:2::1' })).status).toBe(200);
  });
});
