import { createTestDatabase, testChain } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, getToken, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';
import { SITE_FACTOR } from './client-limits.ts';

const suite = gatewaySuite(createTestDatabase);

/** Starts a separate gateway for each test, because limits keep counting. */
async function withLimits(env: Record<string, string>, use: (gateway: GatewayUnderTest) => Promise<void>) {
  await use(await suite.start(env));
}

async function statuses(times: number, send: (index: number) => Promise<{ status: number }>) {
  const received: number[] = [];
  for (let index = 0; index < times; index++) received.push((await send(index)).status);
  return received;
}

test('A10 a request beyond the limit is 429 with Retry-After', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '3' }, async ({ url }) => {
    expect(await statuses(3, () => visitor(url).get('/api/config'))).toEqual([200, 200, 200]);
    const rejected = await visitor(url).get('/api/config');
    expect([rejected.status, rejected.json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor(url).get('/healthz')).status).toBe(200);
  });
});

test("A11 the client's X-Forwarded-For is ignored", async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2' }, async ({ url }) => {
    const send = (index: number) => visitor(url).get('/api/config', { 'x-forwarded-for': `10.0.0.${index}` });
    expect(await statuses(4, send)).toEqual([200, 200, 429, 429]);
  });
});

test('A11 behind one trusted proxy only the last address of X-Forwarded-For counts', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const send = (forwarded: string) => visitor(url).get('/api/config', { 'x-forwarded-for': forwarded });
    expect(await statuses(3, (index) => send(`10.0.0.${index}, 192.0.2.1`))).toEqual([200, 200, 429]);
    expect((await send('192.0.2.2')).status).toBe(200);
  });
});

test('the addresses of an IPv6 /64 count as one', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const send = (index: number) =>
      visitor(url).get('/api/config', { 'x-forwarded-for': `2001:db8:1:2::${index}` });
    expect(await statuses(3, send)).toEqual([200, 200, 429]);
    const otherNetwork = await visitor(url).get('/api/config', { 'x-forwarded-for': '2001:db8:1:3::1' });
    expect(otherNetwork.status).toBe(200);
  });
});

test('A10 the sixth sign-in of a wallet within a minute is rejected; another wallet is not affected', async () => {
  await withLimits({ RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '5' }, async ({ url }) => {
    const [player, other] = [newPlayer(), newPlayer()];
    const startSignIn = () => visitor(url).post('/api/auth/login', { wallet_address: player.address });
    expect(await statuses(6, startSignIn)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await requestChallenge(visitor(url), other.address)).id).toBeTruthy();
  });
});

test('the eleventh sign-in of an address within a minute is rejected', async () => {
  await withLimits({ RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '10' }, async ({ url }) => {
    const startSignIn = () => visitor(url).post('/api/auth/login', { wallet_address: newPlayer().address });
    expect((await statuses(11, startSignIn)).at(-1)).toBe(429);
  });
});

/** Signs in with the signature of another wallet. */
async function signWrongly(url: string, player: ReturnType<typeof newPlayer>) {
  const browser = visitor(url);
  const { id } = await requestChallenge(browser, player.address);
  const signature = await newPlayer().signMessage({ message: 'something else' });
  return browser.post('/api/auth/login', { wallet_address: player.address, challenge_id: id, signature });
}

test('an address with too many wrong signatures is blocked, also with a valid one', async () => {
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

test('endpoints with the same limit count together; an unknown spelling only counts towards the address limit', async () => {
  const limits = { RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '1', RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '1' };
  await withLimits(limits, async ({ url }) => {
    const game = '/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111';
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    const join = (path: string) => visitor(url).post(`${game}/${path}`, {}, token);
    expect(await statuses(3, (index) => join(['join/', 'join', 'reserve'][index] ?? ''))).toEqual([
      503, 503, 429,
    ]);
    const read = (path: string) => visitor(url).get(`${game}/${path}`);
    expect(
      await statuses(3, (index) => read(['Leaderboard', 'leaderboard', 'leaderboard'][index] ?? '')),
    ).toEqual([503, 503, 429]);
  });
});

test('joins count per wallet', async () => {
  await withLimits({ RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const join = (token: string) =>
      visitor(url).post('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join', {}, bearer(token));
    const mine = getToken(await signIn(visitor(url), newPlayer()));
    const others = getToken(await signIn(visitor(url), newPlayer()));
    expect(await statuses(3, () => join(mine))).toEqual([503, 503, 429]);
    expect((await join(others)).status).toBe(503);
  });
});

test('A15 created tournaments count per wallet; listing games does not count', async () => {
  await withLimits({ RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE: '1' }, async ({ url }) => {
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    const create = () => visitor(url).post('/api/games', {}, token);
    expect(await statuses(2, create)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/games', token)).status).toBe(503);
  });
});

test('recorded stakes count per wallet; reading stakes does not count', async () => {
  await withLimits({ RATE_LIMIT_STAKE_WALLET_PER_MINUTE: '1' }, async ({ url }) => {
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    const stake = () => visitor(url).post('/api/staking', {}, token);
    expect(await statuses(2, stake)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/staking/my-stakes', token)).status).toBe(503);
  });
});

test('admin lists count together per wallet', async () => {
  await withLimits({ RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    const list = (name: string) => visitor(url).get(`/api/admin/${name}?search=a`, token);
    const lists = ['game-participations', 'staking-records', 'game-participations'];
    expect(await statuses(3, (index) => list(lists[index] ?? ''))).toEqual([503, 503, 429]);
    expect((await list('stats')).status).toBe(503);
  });
});

test('S8 saved lineups count per wallet; reading a team does not count', async () => {
  await withLimits({ RATE_LIMIT_LINEUP_WALLET_PER_MINUTE: '2' }, async ({ url }) => {
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    const team = '/api/games/participations/7f2b0c52-6c77-4c0c-8a4c-111111111111';
    const save = () => visitor(url).put(`${team}/formation`, {}, token);
    expect(await statuses(3, save)).toEqual([503, 503, 429]);
    expect((await visitor(url).get(team, token)).status).toBe(503);
  });
});

test('leaderboard requests have a separate limit', async () => {
  await withLimits({ RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '1' }, async ({ url }) => {
    const send = () => visitor(url).get('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/leaderboard');
    expect(await statuses(2, send)).toEqual([503, 429]);
    expect((await visitor(url).get('/api/games')).status).toBe(503);
  });
});

test('S16 live streams are limited per address and in total', async () => {
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

test('S21 sign-ins and joins count across all replicas', async () => {
  const limits = { RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '3', RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '3' };
  const replicas = [await suite.start(limits), await suite.start(limits)];
  const at = (index: number) => visitor(replicas[index % 2]?.url ?? '');
  const player = newPlayer();
  const token = bearer(getToken(await signIn(at(0), player)));
  const startSignIn = (index: number) =>
    at(index).post('/api/auth/login', { wallet_address: player.address });
  expect(await statuses(4, startSignIn)).toEqual([200, 200, 429, 429]);
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

test('S21 each replica counts separately while Postgres is unavailable', async () => {
  await withLimits({ RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '2' }, async ({ url, db }) => {
    const token = bearer(getToken(await signIn(visitor(url), newPlayer())));
    await db.schema.renameTable('rate_limits', 'rate_limits_renamed');
    const join = () => visitor(url).post('/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join', {}, token);
    expect(await statuses(3, join)).toEqual([503, 503, 429]);
    await db.schema.renameTable('rate_limits_renamed', 'rate_limits');
  });
});

test('S21 the networks of an IPv6 /48 have a common limit', async () => {
  await withLimits({ RATE_LIMIT_ADDRESS_PER_MINUTE: '1', TRUSTED_PROXIES: '1' }, async ({ url }) => {
    const send = (index: number) =>
      visitor(url).get('/api/config', { 'x-forwarded-for': `2001:db8:1:${index}::1` });
    const received = await statuses(SITE_FACTOR + 1, send);
    expect(received.indexOf(429)).toBe(SITE_FACTOR);
    expect((await visitor(url).get('/api/config', { 'x-forwarded-for': '2001:db8:2::1' })).status).toBe(200);
  });
});
