import { createTestDatabase } from '@touchline/local-stack/testing';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import {
  admin,
  bearer,
  getToken,
  newPlayer,
  signIn,
  type TestResponse,
  visitor,
} from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

const claims = { sub: admin.address.toLowerCase(), sid: 'made-up', auth_time: 1, jti: 'x' };

async function profileWith(token: string): Promise<TestResponse> {
  return visitor(gateway.url).get('/api/auth/profile', bearer(token));
}

test('API-02 a request without a token is 401 TOKEN_MISSING', async () => {
  const response = await visitor(gateway.url).get('/api/auth/profile');
  expect([response.status, response.json.code]).toEqual([401, 'TOKEN_MISSING']);
});

test('an unsigned token is rejected', async () => {
  const token = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode();
  expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
});

test('the public key is not accepted as a shared secret', async () => {
  const { text } = await visitor(gateway.url).get('/.well-known/jwks.json');
  const key = (JSON.parse(text) as { keys: { x: string; kid: string }[] }).keys[0]!;
  for (const secret of [Buffer.from(key.x, 'base64url'), Buffer.from(text)]) {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
      .setIssuer('touchline-gateway')
      .setAudience('touchline-api')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(secret);
    expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
  }
});

test.each([
  ['another type', { typ: 'JWT' }],
  ['another issuer', { issuer: 'another' }],
  ['another audience', { audience: 'something' }],
])('a token signed by us with %s is rejected', async (_difference, wrong: Record<string, string>) => {
  const key = gateway.keys.signing();
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: wrong.typ ?? 'at+jwt', kid: key.kid })
    .setIssuer(wrong.issuer ?? 'touchline-gateway')
    .setAudience(wrong.audience ?? 'touchline-api')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key.privateKey);
  expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
});

test('a token is TOKEN_EXPIRED after fifteen minutes', async () => {
  const current = decodeJwt(getToken(await signIn(visitor(gateway.url), newPlayer())));
  const [iat, exp] = [current.iat! - 901, current.exp! - 901];
  expect(exp - iat).toBe(15 * 60);
  const key = gateway.keys.signing();
  const token = await new SignJWT({ ...current, iat, exp })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid })
    .sign(key.privateKey);
  const response = await profileWith(token);
  expect([response.status, response.json.code]).toEqual([401, 'TOKEN_EXPIRED']);
});

test('a service verifies tokens with the public keys, which contain no secret', async () => {
  const player = newPlayer();
  const fresh = await gateway.start();
  const token = getToken(await signIn(visitor(fresh.url), player));
  const service = createVerifier({ jwksUrl: `${fresh.url}/.well-known/jwks.json`, adminWallets: [] });
  expect((await service.verify(token)).wallet_address).toBe(player.address.toLowerCase());
  const { text } = await visitor(fresh.url).get('/.well-known/jwks.json');
  expect(Object.keys((JSON.parse(text) as { keys: object[] }).keys[0]!).sort()).toEqual(
    ['alg', 'crv', 'kid', 'kty', 'use', 'x'].sort(),
  );
});
