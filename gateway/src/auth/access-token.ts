import { randomUUID } from 'node:crypto';
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_SECONDS,
  ACCESS_TOKEN_TYPE,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from '@touchline/service-kit/http/auth';
import { SignJWT } from 'jose';
import type { SigningKey } from '../keys/key-ring.ts';
import type { SessionRow } from './sessions.store.ts';

/**
 * Signs an access token for a session; `now` is epoch ms. `auth_time` has milliseconds, because services compare it with the
 * time at which sessions were ended.
 */
export function signAccessToken(key: SigningKey, session: SessionRow, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({
    sid: session.id,
    auth_time: session.signed_in_at / 1000,
    iss: TOKEN_ISSUER,
    aud: TOKEN_AUDIENCE,
    sub: session.wallet_address,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_SECONDS,
  })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid: key.kid })
    .sign(key.privateKey);
}
