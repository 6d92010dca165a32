import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { createVerifier, type Verifier } from '@touchline/service-kit/http/auth';
import { createLog } from '@touchline/service-kit/process/log';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type GatewayUnderTest, gatewaySuite, testEnv } from '../testing/gateway-under-test.ts';
import { bearer, getToken, newPlayer, signIn, type Visitor, visitor } from '../testing/visitor.ts';
import { openKeyRing } from './key-ring.ts';
import { deleteOldKeys } from './rotation.ts';
import { createWrapping } from './wrapping.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NEXT_SECRET = 'another secret for tests, as long as the first one';
const suite = gatewaySuite(createTestDatabase);
let gateway: GatewayUnderTest;

beforeEach(async () => {
  await suite.db('signing_keys').delete();
  gateway = await suite.start();
  // Fakes only the clock of this process, not timers and sockets.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.stop();
});

/** Advances the clocks of gateway and service and reloads the keys, like the gateway's timer. */
async function advance(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  gateway.clock.now += ms;
  await gateway.keys.reload();
}

/** Creates a verifier as in another process. */
const service = () => createVerifier({ jwksUrl: `${gateway.url}/.well-known/jwks.json`, adminWallets: [] });

async function signedIn(): Promise<{ browser: Visitor; token: string }> {
  const browser = visitor(gateway.url);
  return { browser, token: getToken(await signIn(browser, newPlayer())) };
}

/** Creates another tab, by default at the current gateway. */
function copyBrowser(browser: Visitor, { url } = gateway): Visitor {
  const copy = visitor(url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

const refresh = async (browser: Visitor): Promise<string> => {
  const response = await browser.post('/api/auth/refresh');
  expect(response.status).toBe(200);
  return getToken(response);
};

const verify = (verifier: Verifier, token: string) =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

const listPublished = async (): Promise<string[]> => {
  const { text } = await visitor(gateway.url).get('/.well-known/jwks.json');
  return (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
};

const getKid = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

/** Runs the command like an operator. */
async function rotate(...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../../dist/rotate-keys.js');
  const { DATABASE_URL, KEYS_SECRET } = testEnv(suite.databaseUrl);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { DATABASE_URL, KEYS_SECRET },
  });
  return stdout;
}

/** Returns the milliseconds until the next key signs; the command used the clock of the machine. */
const msUntilNextKey = async (): Promise<number> => (await rows()).at(-1).signs_from - gateway.clock.now;

/** Opens the key ring like a starting gateway. */
const open = (current: string, db: Knex = suite.db) =>
  openKeyRing({
    db,
    wrapping: createWrapping({ current }),
    log: createLog('gateway', 'silent'),
    now: Date.now,
  });

const rows = () => suite.db('signing_keys').orderBy('signs_from');

describe('S13 signing key', () => {
  test('a rotation fails no request: the old key is published until its tokens have expired', async () => {
    const games = service();
    const { browser, token } = await signedIn();
    expect(await verify(games, token)).toBe('accepted');
    expect(await rotate()).toContain('A new key signs from');
    await advance(0);
    expect(await listPublished()).toHaveLength(2);
    expect(getKid(await refresh(browser))).toBe(getKid(token)); // published, does not sign yet

    await advance((await msUntilNextKey()) + SECOND);
    const next = await refresh(browser);
    expect(getKid(next)).not.toBe(getKid(token));
    expect([await verify(games, next), await verify(games, token)]).toEqual(['accepted', 'accepted']);
    const own = await browser.get('/api/auth/profile', bearer(token));
    expect(own.status).toBe(200); // the gateway also verifies with both

    await advance(21 * MINUTE);
    await deleteOldKeys(suite.db, gateway.clock.now);
    await advance(0);
    expect(await listPublished()).toEqual([getKid(next)]);
    expect(await verify(games, await refresh(browser))).toBe('accepted');
  });

  test('two tabs that refresh before and after a rotation get the same successor', async () => {
    const { browser } = await signedIn();
    const tab = copyBrowser(browser);
    await rotate();
    await advance((await msUntilNextKey()) - SECOND);
    const before = await refresh(browser);
    await advance(2 * SECOND);
    expect(getKid(await refresh(tab))).not.toBe(getKid(before));
    expect([...tab.cookies]).toEqual([...browser.cookies]);
  });

  test('two tabs get the same successor from two gateways of which only one signs with the next key', async () => {
    const { browser } = await signedIn();
    const other = await suite.start();
    const tab = copyBrowser(browser, other);
    await rotate();
    await Promise.all([advance((await msUntilNextKey()) + SECOND), other.keys.reload()]);
    other.clock.now = gateway.clock.now - 2 * SECOND;
    const next = await refresh(browser);
    expect(getKid(await refresh(tab))).not.toBe(getKid(next));
    expect([...tab.cookies]).toEqual([...browser.cookies]);
    expect(getKid(await refresh(tab))).not.toBe(getKid(next));
    expect(getKid(await refresh(browser))).toBe(getKid(next));
    expect([...tab.cookies]).toEqual([...browser.cookies]);
  });

  test('a leaked key is replaced immediately: its tokens are rejected, and sessions remain', async () => {
    const games = service();
    const { browser, token } = await signedIn();
    await games.verify(token);
    expect(await rotate('--now')).toContain('A new key signs now');
    await advance(2 * MINUTE);
    expect(await verify(games, token)).toBe('TOKEN_EXPIRED');
    const own = await browser.get('/api/auth/profile', bearer(token));
    expect([own.status, own.json.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect(await verify(games, await refresh(browser))).toBe('accepted');
  });

  test('a key inserted by an intruder with write access to the database is not published', async () => {
    const [own] = await rows();
    const inserted = { kid: 'inserted', wrapped: 'a.b.c.d.e', signs_from: new Date(0) };
    await suite.db('signing_keys').insert(inserted);
    await advance(0);
    expect(await listPublished()).toEqual([own.kid]);
  });
});

describe('S13 stored keys', () => {
  test('the database contains no plaintext of a key', async () => {
    const [row] = await rows();
    const { KEYS_SECRET } = testEnv(suite.databaseUrl);
    const { d, refresh_secret } = await createWrapping({ current: KEYS_SECRET! }).unwrap(
      row.wrapped,
      row.kid,
    );
    const parts: string[] = row.wrapped.split('.');
    const texts = [JSON.stringify(row), ...parts.map((part) => `${Buffer.from(part, 'base64url')}`)];
    const published = (await visitor(gateway.url).get('/.well-known/jwks.json')).text;
    for (const secret of [d, refresh_secret]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      for (const text of [...texts, published]) expect(text).not.toContain(secret);
    }
  });

  test('the secret of refresh tokens does not depend on the signing key', async () => {
    const [row] = await rows();
    const wrapping = createWrapping({ current: testEnv(suite.databaseUrl).KEYS_SECRET! });
    const key = await wrapping.unwrap(row.wrapped, row.kid);
    const other = Buffer.alloc(32, 1);
    const wrapped = await wrapping.wrap({ ...key, refresh_secret: other.toString('base64url') });
    await suite.db('signing_keys').update({ wrapped });
    const { signing, refreshSecrets } = await open(testEnv(suite.databaseUrl).KEYS_SECRET!);
    expect(signing().kid).toBe(row.kid);
    expect(refreshSecrets()).toEqual([other]);
  });

  test('a start with the new and the previous secret wraps the keys again; then the new secret suffices', async () => {
    const { browser, token } = await signedIn();
    const before = await rows();
    const { KEYS_SECRET } = testEnv(suite.databaseUrl);
    const env = { KEYS_SECRET: NEXT_SECRET };
    await expect(open(NEXT_SECRET)).rejects.toThrow('wrapped with another secret');

    await (await suite.start({ ...env, KEYS_SECRET_PREVIOUS: KEYS_SECRET! })).stop();
    const [row] = await rows();
    expect(row.kid).toBe(before[0].kid);
    expect(row.wrapped).not.toEqual(before[0].wrapped);
    await expect(open(KEYS_SECRET!)).rejects.toThrow('wrapped with another secret');

    const next = await suite.start(env);
    expect((await visitor(next.url).get('/api/auth/profile', bearer(token))).status).toBe(200);
    // A replica with the old secret continues with its loaded keys.
    await advance(0);
    expect(getKid(await refresh(browser))).toBe(getKid(token));
  });
});

test('S13 a lost secret is replaced while no gateway runs, and no user is signed out', async () => {
  const { browser } = await signedIn();
  await suite.db('signing_keys').delete();
  await advance(0); // A running gateway stores a key, encrypted with the lost secret.
  await expect(open(NEXT_SECRET)).rejects.toThrow('wrapped with another secret');

  await gateway.stop();
  await suite.db.transaction(async (trx) => {
    await trx('signing_keys').delete(); // Until the commit, it keeps the gateway of the whole file from storing one.
    await open(NEXT_SECRET, trx);
  });
  gateway = await suite.start({ KEYS_SECRET: NEXT_SECRET });
  expect(await refresh(copyBrowser(browser))).toMatch(/./);
});

test('S13 replicas that start concurrently create one key', async () => {
  await suite.db('signing_keys').delete();
  const replicas = await Promise.all([suite.start(), suite.start(), suite.start()]);
  expect(new Set(replicas.map(({ keys }) => keys.signing().kid)).size).toBe(1);
});
