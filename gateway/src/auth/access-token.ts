import { randomUUID } from 'node:crypto';
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_SECONDS,
  ACCESS_TOKEN_TYPE,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from '@touchline/service-kit/auth';
import { SignJWT } from 'jose';
import type { SigningKey } from '../keys/key-ring.ts';
import type { SessionRow } from './sessions.store.ts';

/** Signs an access token for a session; `now` is epoch ms. `auth_time` keeps its milliseconds, by which ended sessions are recognised. */
export async function signAccessToken(key: SigningKey, session: SessionRow, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ sid: session.id, auth_time: session.signed_in_at / 1000 })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid: key.kid })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setSubject(session.wallet_address)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(key.privateKey);
}
