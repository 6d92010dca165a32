import { createHmac, timingSafeEqual } from 'node:crypto';

/** Remote, service or ALL_REMOTES, and number of a valid token. */
export interface TokenHolder {
  remote: string;
  /** Number of the token. Replacing a token increments it; only the last one is valid. */
  number: number;
}

/**
 * Signs the token of a remote or service: first `<name>.<signature>`, then `<name>.<number>.<signature>`. The secret suffices to create a
 * token for any of them, without the database.
 */
export function signReleaseToken(secret: string, name: string, number = 1): string {
  const subject = number === 1 ? [name] : [name, String(number)];
  const signature = createHmac('sha256', secret)
    .update(['publish', ...subject].join(' '))
    .digest('base64url');
  return [...subject, signature].join('.');
}

/** Parses a token; null if its signature is invalid. Does not check whether it has been replaced. */
export function parseReleaseToken(secret: string | undefined, token: string | null): TokenHolder | null {
  if (!secret || !token) return null;
  const parts = token.split('.');
  const [name = '', middle] = parts;
  const number = parts.length === 3 && /^[2-9]$|^[1-9]\d{1,5}$/.test(middle ?? '') ? Number(middle) : 1;
  const [actual, expected] = [Buffer.from(token), Buffer.from(signReleaseToken(secret, name, number))];
  return actual.length === expected.length && timingSafeEqual(actual, expected)
    ? { remote: name, number }
    : null;
}

/** Reads the token of `Authorization: Bearer …`. */
export const readBearerToken = (header: string): string | null =>
  /^Bearer (\S{1,200})$/i.exec(header)?.[1] ?? null;
