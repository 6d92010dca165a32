import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createVerifier, TOKEN_AUDIENCE, TOKEN_ISSUER } from './auth.ts';

const WALLET = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let pair: Pair;
let stranger: Pair;
let server: Server;
let jwksUrl: string;
let fetches = 0;

beforeAll(async () => {
  pair = await generateKeyPair('EdDSA', { extractable: true });
  stranger = await generateKeyPair('EdDSA', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' }] };
  server = createServer((_request, response) => {
    fetches++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(keys));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => void server.close());
afterEach(() => void vi.useRealTimers());

interface Odd {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: Pair;
  /** Secret of a symmetric algorithm. */
  secret?: Uint8Array;
  subject?: string;
  issuer?: string;
  audience?: string;
  expires?: number;
}

const now = () => Math.floor(Date.now() / 1000);

function token(odd: Odd = {}): Promise<string> {
  return new SignJWT({ sid: 's1', auth_time: now(), ...odd.claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...odd.header })
    .setSubject(odd.subject ?? WALLET)
    .setIssuer(odd.issuer ?? TOKEN_ISSUER)
    .setAudience(odd.audience ?? TOKEN_AUDIENCE)
    .setJti('j1')
    .setIssuedAt()
    .setExpirationTime(odd.expires ?? now() + 900)
    .sign(odd.secret ?? (odd.key ?? pair).privateKey, { crit: { unknown: true } });
}

const unsigned = (header: object, claims: object) =>
  `${[header, claims].map((segment) => Buffer.from(JSON.stringify(segment)).toString('base64url')).join('.')}.`;

/** Returns the token with another session id and the old signature. */
function changed(good: string): string {
  const [head, payload = '', signature] = good.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify({ ...claims, sid: 's2' })).toString('base64url'), signature].join(
    '.',
  );
}

describe('access tokens', () => {
  test('a modified copy of a verified token is rejected', async () => {
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    const good = await token();
    await verifier.verify(good);
    await expect(verifier.verify(changed(good))).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await verifier.verify(good)).toMatchObject({ session_id: 's1' });
  });

  test('a valid token returns its user; the keys are fetched only with the first token', async () => {
    const before = fetches;
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    expect(fetches).toBe(before);
    const good = await token();
    const user = await verifier.verify(good);
    expect(user).toMatchObject({ wallet_address: WALLET, isAdmin: false, session_id: 's1' });
    await verifier.verify(good);
    await verifier.verify(await token());
    expect(fetches).toBe(before + 1);
  });

  test('AUTH admins are the wallets in ADMIN_WALLETS, regardless of the claims of the token', async () => {
    const claiming = await token({ claims: { isAdmin: true } });
    expect((await createVerifier({ jwksUrl, adminWallets: [] }).verify(claiming)).isAdmin).toBe(false);
    const upper = WALLET.replace('d', 'D');
    expect((await createVerifier({ jwksUrl, adminWallets: [upper] }).verify(claiming)).isAdmin).toBe(true);
  });

  test('an expired token is TOKEN_EXPIRED', async () => {
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    await expect(verifier.verify(await token({ expires: now() - 1 }))).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
    });
  });

  test('a token of an unknown key is TOKEN_EXPIRED: after a key rotation a refresh helps', async () => {
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    await expect(verifier.verify(await token({ header: { kid: 'k2' } }))).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
      status: 401,
    });
  });

  test('a cached token is rejected once it expires', async () => {
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const brief = await token({ expires: now() + 10 });
    await verifier.verify(brief);
    vi.setSystemTime(Date.now() + 10_000);
    await expect(verifier.verify(brief)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('A2 a cached token is rejected once its key was replaced', async () => {
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA' };
    let keys = createLocalJWKSet({ keys: [jwk] });
    const verifier = createVerifier({ keys: (header, of) => keys(header, of), adminWallets: [] });
    const good = await token();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await verifier.verify(good);
    keys = createLocalJWKSet({ keys: [{ ...jwk }] }); // read again, the same
    vi.setSystemTime(Date.now() + 46_000);
    await verifier.verify(good);
    keys = createLocalJWKSet({
      keys: [{ ...(await exportJWK(stranger.publicKey)), kid: 'k1', alg: 'EdDSA' }],
    });
    expect(await verifier.verify(good)).toMatchObject({ session_id: 's1' });
    vi.setSystemTime(Date.now() + 46_000);
    await expect(verifier.verify(good)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test.each<[string, () => Promise<string> | string]>([
    ['alg none', () => unsigned({ alg: 'none', typ: 'at+jwt' }, { sub: WALLET, exp: now() + 900 })],
    [
      'HS256 with the public key as secret',
      async () => {
        const { x = '' } = await exportJWK(pair.publicKey);
        return token({ header: { alg: 'HS256' }, secret: Buffer.from(x, 'base64url') });
      },
    ],
    ['a wrong type', () => token({ header: { typ: 'JWT' } })],
    ["a stranger's key", () => token({ key: stranger })],
    [
      'its own key in the header',
      async () => token({ key: stranger, header: { jwk: await exportJWK(stranger.publicKey) } }),
    ],
    ['a wrong issuer', () => token({ issuer: 'other-issuer' })],
    ['a wrong audience', () => token({ audience: 'other-audience' })],
    ['no session', () => token({ claims: { sid: undefined } })],
    ['a subject that is no wallet', () => token({ subject: 'admin' })],
    ['a very long text', () => `a.${'b'.repeat(5_000)}.c`],
    ['invalid encoding', () => 'a.b.c'],
    ['a header that is no object', async () => `bnVsbA.${(await token()).split('.').slice(1).join('.')}`],
    ['modified claims', async () => changed(await token())],
    ['two segments', async () => (await token()).split('.').slice(0, 2).join('.')],
    ['four segments', async () => `${await token()}.${(await token()).split('.')[2]}`],
    ['a truncated signature', async () => (await token()).slice(0, -2)],
    ['a future start time', () => token({ claims: { nbf: now() + 60 } })],
    ['a critical extension', () => token({ header: { crit: ['unknown'], unknown: 1 } })],
  ])('a token with %s is TOKEN_INVALID', async (_name, make) => {
    const verifier = createVerifier({ jwksUrl, adminWallets: [] });
    const odd = await make();
    await expect(verifier.verify(odd)).rejects.toMatchObject({ code: 'TOKEN_INVALID', status: 401 });
  });

  test('A2 another algorithm is rejected although its key would verify the signature', async () => {
    const secret = new Uint8Array(32).fill(7);
    const verifier = createVerifier({ keys: async () => secret, adminWallets: [] });
    const signed = await token({ header: { alg: 'HS256' }, secret });
    await expect(verifier.verify(signed)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('a token is UPSTREAM_UNAVAILABLE while the keys cannot be fetched', async () => {
    const verifier = createVerifier({ jwksUrl: 'http://127.0.0.1:9/', adminWallets: [] });
    await expect(verifier.verify(await token())).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: 503,
    });
  });
});
