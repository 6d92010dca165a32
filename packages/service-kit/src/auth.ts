import { TouchlineError } from '@touchline/api/errors';
import { walletAddress } from '@touchline/api/values';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';

/** Issuer and audience of access tokens: the gateway signs with them, every service requires them. */
export const TOKEN_ISSUER = 'touchline-gateway';
export const TOKEN_AUDIENCE = 'touchline-api';
/** `typ` of an access token (RFC 9068): no other token of ours can pass for one. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const ACCESS_TOKEN_ALGORITHM = 'EdDSA';
export const ACCESS_TOKEN_SECONDS = 15 * 60;

/** The signed-in caller. */
export interface User {
  /** Lower-case; the user's id everywhere. */
  wallet_address: string;
  /** From ADMIN_WALLETS of this process, never from the token. */
  isAdmin: boolean;
  session_id: string;
  /** When the wallet signed in (epoch ms); admin writes require a recent sign-in. */
  signed_in_at: number;
}

export interface Verifier {
  /**
   * The user of an access token.
   * @throws TouchlineError TOKEN_EXPIRED (also for an unknown key), TOKEN_INVALID, or UPSTREAM_UNAVAILABLE when the keys cannot be fetched
   */
  verify(token: string): Promise<User>;
}

/** Which sessions ended while access tokens of theirs may still be valid. */
export interface EndedSessions {
  has(user: User): boolean;
}

interface VerifierOptions {
  /** URL of the public keys; fetched with the first token and on an unknown key id. */
  jwksUrl?: string;
  /** Instead of `jwksUrl`, for the process that owns the keys. */
  keys?: JWTVerifyGetKey;
  issuer?: string;
  audience?: string;
  adminWallets: readonly string[];
  /** Sessions whose tokens are refused before they expire. */
  ended?: EndedSessions;
}

const claims = z.object({
  sub: walletAddress,
  sid: z.string().min(1),
  exp: z.number(),
  auth_time: z.number(),
});

const MAX_TOKEN_LENGTH = 4096;
const CACHE_SIZE = 20_000;
/** A key that was replaced because somebody else has it is accepted for as long as these two together. */
const KEYS_CACHE_MS = 60_000;
const VERIFIED_CACHE_MS = 45_000;

/**
 * Verifies access tokens by signature, type, issuer, audience and time; verified tokens are cached for some seconds.
 * Every call checks that the session has not ended.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const keys = reachable(options.keys ?? remoteKeys(options.jwksUrl));
  const admins = new Set(options.adminWallets.map((wallet) => wallet.toLowerCase()));
  const verified = new Map<string, { user: User; expiresAt: number }>();
  const remember = (token: string, user: User, expiresAt: number) => {
    // A signature check costs about 100 µs. A full cache drops its oldest entry.
    if (verified.size >= CACHE_SIZE) for (const oldest of verified.keys()) if (verified.delete(oldest)) break;
    verified.set(token, { user, expiresAt });
  };

  async function userOf(token: string): Promise<User> {
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.user;
    if (known) verified.delete(token);
    if (token.length > MAX_TOKEN_LENGTH) throw invalidToken();
    const payload = await verifiedClaims(token, keys, options);
    const user: User = {
      wallet_address: payload.sub,
      isAdmin: admins.has(payload.sub),
      session_id: payload.sid,
      signed_in_at: Math.round(payload.auth_time * 1000),
    };
    remember(token, user, Math.min(payload.exp * 1000, Date.now() + VERIFIED_CACHE_MS));
    return user;
  }

  return {
    async verify(token) {
      const user = await userOf(token);
      if (options.ended?.has(user)) throw endedSession();
      return user;
    },
  };
}

function remoteKeys(url: string | undefined): JWTVerifyGetKey {
  if (!url) throw new Error('createVerifier needs jwksUrl or keys');
  // The short cool-down bounds how long a new signing key stays unknown, and how often outsiders can cause a fetch.
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3_000,
    cooldownDuration: 5_000,
    cacheMaxAge: KEYS_CACHE_MS,
  });
}

async function verifiedClaims(token: string, keys: JWTVerifyGetKey, options: VerifierOptions) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [ACCESS_TOKEN_ALGORITHM],
      typ: ACCESS_TOKEN_TYPE,
      issuer: options.issuer ?? TOKEN_ISSUER,
      audience: options.audience ?? TOKEN_AUDIENCE,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp', 'auth_time'],
    });
    return claims.parse(payload);
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): TouchlineError {
  // A key that is unknown may have been replaced: the session lives, and a refresh gives a token of the new key.
  if (error instanceof errors.JWTExpired || error instanceof errors.JWKSNoMatchingKey)
    return new TouchlineError('TOKEN_EXPIRED', 'Your session needs to be refreshed.', { cause: error });
  if (error instanceof KeysUnreachable)
    return new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'Sign-in cannot be checked right now. Please try again.',
      {
        cause: error,
        retryAfter: 1,
      },
    );
  return invalidToken(error);
}

/** The key server is down or answers nonsense, which says nothing about the token. */
class KeysUnreachable extends Error {}

function reachable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const aboutTheToken =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported;
      throw aboutTheToken ? error : new KeysUnreachable('keys', { cause: error });
    }
  };
}

/** The answer to a valid token of a session that has ended. */
export const endedSession = () =>
  new TouchlineError('TOKEN_INVALID', 'Your session has ended. Sign in again.');

function invalidToken(cause?: unknown): TouchlineError {
  return new TouchlineError('TOKEN_INVALID', 'Please sign in again.', { cause });
}

/**
 * The token of an `Authorization: Bearer` header; null without the header.
 * @throws TouchlineError TOKEN_INVALID for any other form
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header);
  if (!match?.[1]) throw invalidToken();
  return match[1];
}
