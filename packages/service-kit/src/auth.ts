import { hash, type KeyObject } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import { walletAddress } from '@touchline/api/values';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { checkSignature, findKey, openToken } from './signed-token.ts';

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

/** The verifier of a process that signs tokens, too. */
export interface SigningVerifier extends Verifier {
  /** Knows a token that this process has just signed: its signature need not be checked when it comes. */
  expect(token: string): Promise<void>;
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
/** Some 20 MB when it is full. */
const CACHE_SIZE = 50_000;
/** A key that was replaced because somebody else has it is accepted for as long as these two together. */
const KEYS_CACHE_MS = 60_000;
const KEY_RECHECK_MS = 45_000;

/** A token whose signature was right, by its digest until it expires. */
interface CachedToken {
  user: User;
  expiresAt: number;
  kid: string;
  key: KeyObject;
  /** When its key is looked up again: one that was replaced may be somebody else's. */
  checkAt: number;
}

/**
 * Verifies access tokens by signature, type, issuer, audience and time. A signature is checked once; then the token is
 * remembered until it expires, as long as its key stays one of ours. Every call checks that the session has not ended.
 */
export function createVerifier(options: VerifierOptions): SigningVerifier {
  const keys = detectUnreachableKeys(options.keys ?? createRemoteKeys(options.jwksUrl));
  const admins = new Set(options.adminWallets.map((wallet) => wallet.toLowerCase()));
  const verified = new Map<string, CachedToken>();

  /** Null when the token is not known, or has to be looked at again. */
  async function remembered(digest: string): Promise<User | null> {
    const known = verified.get(digest);
    if (!known) return null;
    if (known.expiresAt > Date.now()) {
      if (known.checkAt > Date.now()) return known.user;
      const key = await findKey(known.kid, keys, ACCESS_TOKEN_ALGORITHM).catch(() => null);
      known.checkAt = Date.now() + KEY_RECHECK_MS;
      if (key?.equals(known.key)) return known.user;
    }
    verified.delete(digest);
    return null;
  }

  function remember(digest: string, { payload, kid, key }: CheckedToken): User {
    const user: User = {
      wallet_address: payload.sub,
      isAdmin: admins.has(payload.sub),
      session_id: payload.sid,
      signed_in_at: Math.round(payload.auth_time * 1000),
    };
    // A full cache drops its oldest entry.
    if (verified.size >= CACHE_SIZE) for (const oldest of verified.keys()) if (verified.delete(oldest)) break;
    verified.set(digest, {
      ...{ user, expiresAt: payload.exp * 1000, kid, key },
      checkAt: Date.now() + KEY_RECHECK_MS,
    });
    return user;
  }

  async function resolveUser(token: string): Promise<User> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalidTokenError();
    const digest = computeDigest(token);
    const known = await remembered(digest);
    if (known) return known;
    return remember(digest, await verifyClaims(token, keys, options));
  }

  return {
    async verify(token) {
      const user = await resolveUser(token);
      if (options.ended?.has(user)) throw sessionEndedError();
      return user;
    },
    async expect(token) {
      const { claims: claimed, kid, key } = await openToken(token, keys, ACCESS_TOKEN);
      remember(computeDigest(token), { payload: claims.parse(claimed), kid, key });
    },
  };
}

const computeDigest = (token: string) => hash('sha256', token, 'base64');

function createRemoteKeys(url: string | undefined): JWTVerifyGetKey {
  if (!url) throw new Error('createVerifier needs jwksUrl or keys');
  // The short cool-down bounds how long a new signing key stays unknown, and how often outsiders can cause a fetch.
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3_000,
    cooldownDuration: 5_000,
    cacheMaxAge: KEYS_CACHE_MS,
  });
}

const ACCESS_TOKEN = { algorithm: ACCESS_TOKEN_ALGORITHM, type: ACCESS_TOKEN_TYPE } as const;

/** The claims of a token of ours, and its key. */
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

/** @throws Error for a token that is not for us, or not valid now */
function assertClaims({ iss, aud, nbf, exp }: z.output<typeof claims>, options: VerifierOptions): void {
  const { issuer = TOKEN_ISSUER, audience = TOKEN_AUDIENCE } = options;
  if (iss !== issuer || ![aud].flat().includes(audience)) throw new Error('not a token for us');
  const now = Math.floor(Date.now() / 1000);
  if (nbf !== undefined && nbf > now) throw new Error('not valid yet');
  if (exp <= now) throw new Expired('expired');
}

function toTouchlineError(error: unknown): TouchlineError {
  // A key that is unknown may have been replaced: the session lives, and a refresh gives a token of the new key.
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

/** The key server is down or answers nonsense, which says nothing about the token. */
class KeysUnreachable extends Error {}

function detectUnreachableKeys(keys: JWTVerifyGetKey): JWTVerifyGetKey {
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
export const sessionEndedError = () =>
  new TouchlineError('TOKEN_INVALID', 'Your session has ended. Sign in again.');

function invalidTokenError(cause?: unknown): TouchlineError {
  return new TouchlineError('TOKEN_INVALID', 'Please sign in again.', { cause });
}

/**
 * The token of an `Authorization: Bearer` header; null without the header.
 * @throws TouchlineError TOKEN_INVALID for any other form
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header);
  if (!match?.[1]) throw invalidTokenError();
  return match[1];
}
