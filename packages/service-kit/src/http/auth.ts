import { hash } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import { walletAddress } from '@touchline/api/values';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Issuer and audience of access tokens: set by the gateway, required by every service. */
export const TOKEN_ISSUER = 'touchline-gateway';
export const TOKEN_AUDIENCE = 'touchline-api';
/** `typ` of an access token (RFC 9068). It distinguishes access tokens from our other tokens. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const ACCESS_TOKEN_ALGORITHM = 'EdDSA';
export const ACCESS_TOKEN_SECONDS = 15 * 60;

/** The signed-in user. */
export interface User {
  /** Lower case; the user id in all services. */
  wallet_address: string;
  /** Derived from ADMIN_WALLETS of this process, never from the token. */
  isAdmin: boolean;
  session_id: string;
  /** When the wallet signed in (epoch ms); admin writes require a recent sign-in. */
  signed_in_at: number;
}

export interface Verifier {
  /**
   * Returns the user of an access token.
   * @throws TouchlineError TOKEN_EXPIRED (also for an unknown key), TOKEN_INVALID, or UPSTREAM_UNAVAILABLE when the keys
   * cannot be fetched
   */
  verify(token: string): Promise<User>;
}

/** Sessions that have ended while their access tokens may still be valid. */
export interface EndedSessions {
  has(user: User): boolean;
}

interface VerifierOptions {
  /** URL of the public keys. They are fetched with the first token and for an unknown key id. */
  jwksUrl?: string;
  /** Replaces `jwksUrl` in the process that owns the keys. */
  keys?: JWTVerifyGetKey;
  adminWallets: readonly string[];
  /** Sessions whose tokens are rejected before they expire. */
  ended?: EndedSessions;
}

/** Claims beyond those that jose checks. */
const claims = z.object({
  sub: walletAddress,
  sid: z.string().min(1),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
});

const MAX_TOKEN_LENGTH = 4096;
/** Maximum number of cached tokens. */
const CACHE_SIZE = 50_000;
/** A compromised key is accepted for up to the sum of these two times after it was replaced. */
const KEYS_CACHE_MS = 60_000;
const TOKEN_CACHE_MS = 45_000;

/**
 * Creates a verifier that checks signature, type, issuer, audience and time. A verified token is cached by its digest for less
 * than a minute, because its key may be replaced. Each verification checks that the session has not ended.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const keys = detectUnreachableKeys(options.keys ?? createRemoteKeys(options.jwksUrl));
  const admins = new Set(options.adminWallets.map((wallet) => wallet.toLowerCase()));
  const cache = new LRUCache<string, User>({
    max: CACHE_SIZE,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  });

  async function resolveUser(token: string): Promise<User> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalidTokenError();
    const digest = hash('sha256', token, 'base64');
    const cached = cache.get(digest);
    if (cached) return cached;
    const { sub, sid, auth_time, exp } = await verifyClaims(token, keys);
    const user: User = {
      wallet_address: sub,
      isAdmin: admins.has(sub),
      session_id: sid,
      signed_in_at: Math.round(auth_time * 1000),
    };
    cache.set(digest, user, { ttl: Math.max(1, Math.min(TOKEN_CACHE_MS, exp * 1000 - Date.now())) });
    return user;
  }

  return {
    async verify(token) {
      const user = await resolveUser(token);
      if (options.ended?.has(user)) throw endedTokenError();
      return user;
    },
  };
}

function createRemoteKeys(url: string | undefined): JWTVerifyGetKey {
  if (!url) throw new Error('createVerifier needs jwksUrl or keys');
  // The cool-down limits how long a new signing key remains unknown, and how often public clients can trigger a fetch.
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3_000,
    cooldownDuration: 5_000,
    cacheMaxAge: KEYS_CACHE_MS,
  });
}

const EXPECTED = {
  issuer: TOKEN_ISSUER,
  audience: TOKEN_AUDIENCE,
  typ: ACCESS_TOKEN_TYPE,
  algorithms: [ACCESS_TOKEN_ALGORITHM],
};

async function verifyClaims(token: string, keys: JWTVerifyGetKey): Promise<z.output<typeof claims>> {
  try {
    const { payload } = await jwtVerify(token, keys, EXPECTED);
    return claims.parse(payload);
  } catch (error) {
    throw toTokenError(error);
  }
}

function toTokenError(error: unknown): TouchlineError {
  // An unknown key may have been replaced. The session is still valid, and a refresh returns a token with the new key.
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
  return invalidTokenError(error);
}

/** The key server is down or returned invalid data, so the token cannot be checked. */
class KeysUnreachable extends Error {}

function detectUnreachableKeys(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isTokenError =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported;
      throw isTokenError ? error : new KeysUnreachable('keys', { cause: error });
    }
  };
}

/** Builds the error for a valid token of a session that has ended. */
export const endedTokenError = () =>
  new TouchlineError('TOKEN_INVALID', 'Your session has ended. Sign in again.');

function invalidTokenError(cause?: unknown): TouchlineError {
  return new TouchlineError('TOKEN_INVALID', 'Please sign in again.', { cause });
}

/**
 * Reads the token of an `Authorization: Bearer` header; null without the header.
 * @throws TouchlineError TOKEN_INVALID for any other form
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header);
  if (!match?.[1]) throw invalidTokenError();
  return match[1];
}
