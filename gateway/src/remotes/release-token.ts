import { createHmac, timingSafeEqual } from 'node:crypto';

/** The remote of a token that publishes all of them: the deployment's own. */
export const ALL_REMOTES = 'all';

/** What a token is for. */
export interface TokenHolder {
  remote: string;
  /** Tokens of a remote are counted: the last one is valid, and replacing it raises the number. */
  number: number;
}

/**
 * The token of a remote: `<name>.<signature>`, later ones `<name>.<number>.<signature>`. Who has the secret can make one for any
 * remote, without asking us.
 */
export function signReleaseToken(secret: string, name: string, number = 1): string {
  const what = number === 1 ? [name] : [name, String(number)];
  const signature = createHmac('sha256', secret)
    .update(['publish', ...what].join(' '))
    .digest('base64url');
  return [...what, signature].join('.');
}

/** Whose token this is; null when we did not sign it. Whether it has been replaced is not checked. */
export function parseReleaseToken(secret: string | undefined, token: string | null): TokenHolder | null {
  if (!secret || !token) return null;
  const parts = token.split('.');
  const [name = '', middle] = parts;
  const number = parts.length === 3 && /^[2-9]$|^[1-9]\d{1,5}$/.test(middle ?? '') ? Number(middle) : 1;
  const [given, right] = [Buffer.from(token), Buffer.from(signReleaseToken(secret, name, number))];
  return given.length === right.length && timingSafeEqual(given, right) ? { remote: name, number } : null;
}

/** The token of `Authorization: Bearer …`. */
export const readBearerToken = (header: string): string | null =>
  /^Bearer (\S{1,200})$/i.exec(header)?.[1] ?? null;
