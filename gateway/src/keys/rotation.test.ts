import { execFile } from 'node:child_process';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { createVerifier, type Verifier } from '@touchline/service-kit/auth';
import { createLog } from '@touchline/service-kit/log';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signAccessToken } from '../auth/access-token.ts';
import type { SessionRow } from '../auth/sessions.store.ts';
import { type GatewayUnderTest, gatewaySuite, testEnv } from '../testing/gateway-under-test.ts';
import { bearer, newPlayer, signIn, tokenOf, type Visitor, visitor } from '../testing/visitor.ts';
import { openKeyRing } from './key-ring.ts';
import { deleteOldKeys, unwrapSecrets } from './rotation.ts';
import { createWrapping } from './wrapping.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NEXT_SECRET = 'another secret of tests, as long as the first one';
const suite = gatewaySuite(createTestDatabase);
let gateway: GatewayUnderTest;

beforeEach(async () => {
  await suite.db('signing_keys').delete();
  gateway = await suite.start();
  // Only the clock of this process; timers and sockets go on.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.stop();
});

/** The clocks of gateway and service go on; the gateway's timers run. */
async function later(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  gateway.clock.now += ms;
  await gateway.keys.reload();
}

/** What another process verifies tokens with. */
const service = () => createVerifier({ jwksUrl: `${gateway.url}/.well-known/jwks.json`, adminWallets: [] });

async function signedIn(): Promise<{ browser: Visitor; token: string }> {
  const browser = visitor(gateway.url);
  return { browser, token: tokenOf(await signIn(browser, newPlayer())) };
}

/** Another tab, which talks to the gateway that runs now. */
function copyOf(browser: Visitor): Visitor {
  const copy = visitor(gateway.url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

const refreshed = async (browser: Visitor): Promise<string> => {
  const answer = await browser.post('/api/auth/refresh');
  expect(answer.status).toBe(200);
  return tokenOf(answer);
};

const judged = (verifier: Verifier, token: string) =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

const published = async (): Promise<string[]> => {
  const { text } = await visitor(gateway.url).get('/.well-known/jwks.json');
  return (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
};

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

/** The command, as operators run it. */
async function rotate(...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../../dist/rotate-keys.js');
  const { DATABASE_URL, KEYS_SECRET } = testEnv(suite.databaseUrl);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { DATABASE_URL, KEYS_SECRET },
  });
  return stdout;
}

/** Milliseconds; the command went by the time of the machine. */
const untilNextSigns = async (): Promise<number> => (await rows()).at(-1).signs_from - gateway.clock.now;

/** What a gateway does with its secret when it starts. */
const open = (current: string) =>
  openKeyRing({
    db: suite.db,
    wrapping: createWrapping({ current }),
    log: createLog('gateway', 'silent'),
    now: Date.now,
  });

const rows = () => suite.db('signing_keys').orderBy('signs_from');

describe('S13 the signing key', () => {
  test('is rotated without a call that fails: the old one is published until its tokens have expired', async () => {
    const games = service();
    const { browser, token } = await signedIn();
    expect(await judged(games, token)).toBe('accepted');
    expect(await rotate()).toContain('A new key signs from');
    await later(0);
    expect(await published()).toHaveLength(2);
    expect(kidOf(await refreshed(browser))).toBe(kidOf(token)); // announced, not in use

    await later((await untilNextSigns()) + SECOND);
    const next = await refreshed(browser);
    expect(kidOf(next)).not.toBe(kidOf(token));
    expect([await judged(games, next), await judged(games, token)]).toEqual(['accepted', 'accepted']);
    const own = await browser.get('/api/auth/profile', bearer(token));
    expect(own.status).toBe(200); // the gateway verifies with both as well

    await later(21 * MINUTE);
    await deleteOldKeys(suite.db, gateway.clock.now);
    await later(0);
    expect(await published()).toEqual([kidOf(next)]);
    expect(await judged(games, await refreshed(browser))).toBe('accepted');
  });

  test('two tabs that refresh on both sides of a rotation get the same successor', async () => {
    const { browser } = await signedIn();
    const tab = copyOf(browser);
    await rotate();
    await later((await untilNextSigns()) - SECOND);
    const before = await refreshed(browser);
    await later(2 * SECOND);
    expect(kidOf(await refreshed(tab))).not.toBe(kidOf(before));
    expect([...tab.cookies]).toEqual([...browser.cookies]);
  });

  test('that leaked is replaced at once: its tokens are refused, and no session is lost', async () => {
    const games = service();
    const { browser, token } = await signedIn();
    await games.verify(token);
    expect(await rotate('--now')).toContain('A new key signs now');
    await later(2 * MINUTE);
    expect(await judged(games, token)).toBe('TOKEN_EXPIRED');
    const own = await browser.get('/api/auth/profile', bearer(token));
    expect([own.status, own.json.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect(await judged(games, await refreshed(browser))).toBe('accepted');
  });

  test('planted by somebody who can write to the database is not published', async () => {
    const [own] = await rows();
    const [created_at, signs_from] = [new Date(), new Date(0)];
    const planted = { ...own, kid: 'planted', wrapped: randomBytes(200), created_at, signs_from };
    await suite.db('signing_keys').insert(planted);
    await later(0);
    expect(await published()).toEqual([own.kid]);
  });
});

describe('S13 the database', () => {
  test('has keys in no readable form', async () => {
    const [row] = await rows();
    const { KEYS_SECRET } = testEnv(suite.databaseUrl);
    const secrets = unwrapSecrets(createWrapping({ current: KEYS_SECRET! }), row.kid, row.wrapped);
    const { d } = secrets.private_jwk;
    const dump = JSON.stringify(row) + row.wrapped.toString('latin1');
    for (const secret of [
      d!,
      Buffer.from(d!, 'base64url').toString('latin1'),
      secrets.refresh_secret.toString('latin1'),
    ])
      expect(dump).not.toContain(secret);
    expect(row).toMatchObject({ private_jwk: null, refresh_secret: null });
  });

  test('of an earlier version is wrapped by the first start, its tokens hold, and its key is replaced', async () => {
    const { browser } = await signedIn();
    const [session] = await suite.db<SessionRow>('sessions').orderBy('signed_in_at', 'desc').limit(1);
    const clear = await storeInClear();
    const token = signAccessToken(clear, session!, Date.now());
    await gateway.stop();
    gateway = await suite.start();
    expect(await rows()).toEqual([
      expect.objectContaining({ kid: clear.kid, private_jwk: null, refresh_secret: null }),
      expect.objectContaining({ private_jwk: null, refresh_secret: null }),
    ]);
    expect(await judged(service(), token)).toBe('accepted');
    expect(await published()).toHaveLength(2);
    const moved = copyOf(browser);
    expect(kidOf(await refreshed(moved))).toBe(clear.kid);
    await later(4 * MINUTE);
    expect(kidOf(await refreshed(moved))).not.toBe(clear.kid);
  });

  test('is wrapped again by a start with the new and the previous secret; then the new one suffices', async () => {
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
    // A replica that still has the old secret goes on with the keys it has.
    await later(0);
    expect(kidOf(await refreshed(browser))).toBe(kidOf(token));
  });
});

test('S13 replicas that start together make one key', async () => {
  await suite.db('signing_keys').delete();
  const replicas = await Promise.all([suite.start(), suite.start(), suite.start()]);
  expect(new Set(replicas.map(({ keys }) => keys.signing().kid)).size).toBe(1);
});

/** The only key, as earlier versions stored it. */
async function storeInClear() {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const refreshSecret = randomBytes(32);
  const at = new Date(Date.now() - MINUTE);
  await suite.db('signing_keys').delete();
  await suite.db('signing_keys').insert({
    kid,
    private_jwk: JSON.stringify(jwk),
    refresh_secret: refreshSecret,
    signs_from: at,
    created_at: at,
  });
  return { kid, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), refreshSecret };
}
