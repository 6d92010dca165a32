import { hash, type KeyObject } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import { walletAddress } from '@touchline/api/values';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { checkSignature, findKey, openToken } from './signed-token.ts';

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

/** The verifier of a process that also signs tokens. */
export interface SigningVerifier extends Verifier {
  /** Caches a token that this process has just signed, so that its signature is never checked. */
  trust(token: string): Promise<void>;
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
  issuer?: string;
  audience?: string;
  adminWallets: readonly string[];
  /** Sessions whose tokens are rejected before they expire. */
  ended?: EndedSessions;
}

const claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: walletAddress,
  sid: z.string().min(1),
  jti: z.string(),
  iat: z.number(),
  nbf: z.number().optional(),
  exp: z.number(),
  auth_time: z.number(),
});

const MAX_TOKEN_LENGTH = 4096;
/** Maximum number of cached tokens. */
const CACHE_SIZE = 50_000;
/** A compromised key is accepted for up to the sum of these two times after it was replaced. */
const KEYS_CACHE_MS = 60_000;
const KEY_RECHECK_MS = 45_000;

/** A verified token. It is cached by digest until it expires. */
interface CachedToken {
  user: User;
  expiresAt: number;
  kid: string;
  key: KeyObject;
  /** Time at which the key is looked up again, because a replaced key may be compromised (epoch ms). */
  checkAt: number;
}

/**
 * Creates a verifier that checks signature, type, issuer, audience and time. A signature is checked once: the token is then
 * cached until it expires, as long as its key remains valid. Each verification checks that the session has not ended.
 */
export function createVerifier(options: VerifierOptions): SigningVerifier {
  const keys = detectUnreachableKeys(options.keys ?? createRemoteKeys(options.jwksUrl));
  const admins = new Set(options.adminWallets.map((wallet) => wallet.toLowerCase()));
  const cache = new Map<string, CachedToken>();

  /** Null when the token is not cached or must be verified again. */
  async function findCached(digest: string): Promise<User | null> {
    const cached = cache.get(digest);
    if (!cached) return null;
    if (cached.expiresAt > Date.now()) {
      if (cached.checkAt > Date.now()) return cached.user;
      const key = await findKey(cached.kid, keys, ACCESS_TOKEN_ALGORITHM).catch(() => null);
      cached.checkAt = Date.now() + KEY_RECHECK_MS;
      if (key?.equals(cached.key)) return cached.user;
    }
    cache.delete(digest);
    return null;
  }

  function cacheToken(digest: string, { payload, kid, key }: CheckedToken): User {
    const user: User = {
      wallet_address: payload.sub,
      isAdmin: admins.has(payload.sub),
      session_id: payload.sid,
      signed_in_at: Math.round(payload.auth_time * 1000),
    };
    // A full cache drops its oldest entry.
    if (cache.size >= CACHE_SIZE) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
    cache.set(digest, {
      user,
      expiresAt: payload.exp * 1000,
      kid,
      key,
      checkAt: Date.now() + KEY_RECHECK_MS,
    });
    return user;
  }

  async function resolveUser(token: string): Promise<User> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalidTokenError();
    const digest = computeDigest(token);
    const cached = await findCached(digest);
    if (cached) return cached;
    return cacheToken(digest, await verifyClaims(token, keys, options));
  }

  return {
    async verify(token) {
      const user = await resolveUser(token);
      if (options.ended?.has(user)) throw sessionEndedError();
      return user;
    },
    async trust(token) {
      const { claims: claimed, kid, key } = await openToken(token, keys, ACCESS_TOKEN);
      cacheToken(computeDigest(token), { payload: claims.parse(claimed), kid, key });
    },
  };
}

const computeDigest = (token: string) => hash('sha256', token, 'base64');

function createRemoteKeys(url: string | undefined): JWTVerifyGetKey {
  if (!url) throw new Error('createVerifier needs jwksUrl or keys');
  // The cool-down limits how long a new signing key remains unknown, and how often public clients can trigger a fetch.
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3_000,
    cooldownDuration: 5_000,
    cacheMaxAge: KEYS_CACHE_MS,
  });
}

const ACCESS_TOKEN = { algorithm: ACCESS_TOKEN_ALGORITHM, type: ACCESS_TOKEN_TYPE } as const;

/** The claims of a verified token, and its key. */
type CheckedToken = Pick<CachedToken, 'kid' | 'key'> & { payload: z.output<typeof claims> };

async function verifyClaims(
  token: string,
  keys: JWTVerifyGetKey,
  options: VerifierOptions,
): Promise<CheckedToken> {
  try {
    const { claims: claimed, kid, key } = await checkSignature(token, keys, ACCESS_TOKEN);
    const payload = claims.parse(claimed);
    assertClaims(payload, options);
    return { payload, kid, key };
  } catch (error) {
    throw toTouchlineError(error);
  }
}

class Expired extends Error {}

/** @throws Error for a wrong issuer or audience, or outside the validity period */
function assertClaims({ iss, aud, nbf, exp }: z.output<typeof claims>, options: VerifierOptions): void {
  const { issuer = TOKEN_ISSUER, audience = TOKEN_AUDIENCE } = options;
  if (iss !== issuer || ![aud].flat().includes(audience)) throw new Error('wrong issuer or audience');
  const now = Math.floor(Date.now() / 1000);
  if (nbf !== undefined && nbf > now) throw new Error('not valid yet');
  if (exp <= now) throw new Expired('expired');
}

function toTouchlineError(error: unknown): TouchlineError {
  // An unknown key may have been replaced. The session is still valid, and a refresh returns a token with the new key.
  if (error instanceof Expired || error instanceof errors.JWKSNoMatchingKey)
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
export const sessionEndedError = () =>
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
