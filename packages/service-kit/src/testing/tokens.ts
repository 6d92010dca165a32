import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../http/auth.ts';

/** A fake gateway that signs tokens and serves its public keys over HTTP. */
export interface Tokens {
  jwksUrl: string;
  /** Returns the access token of a wallet. */
  accessToken(wallet: string): Promise<string>;
  /** Returns an access token of a wallet that signed in some minutes ago. */
  accessTokenAged(wallet: string, minutesAgo: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startTokens(): Promise<Tokens> {
  const { publicKey, privateKey } = await generateKeyPair(ACCESS_TOKEN_ALGORITHM, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: ACCESS_TOKEN_ALGORITHM, use: 'sig' };
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tokens = new Map<string, Promise<string>>();
  const sign = (wallet: string, minutesAgo = 0) =>
    new SignJWT({ sid: 'session', auth_time: Date.now() / 1000 - minutesAgo * 60 })
      .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid: 'test' })
      .setSubject(wallet)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`,
    accessToken(wallet) {
      const token = tokens.get(wallet) ?? sign(wallet);
      tokens.set(wallet, token);
      return token;
    },
    accessTokenAged: sign,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the n-th test wallet. */
export const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
