import { createHmac, timingSafeEqual } from 'node:crypto';

/** The remote of a token that publishes all of them: the deployment's own. */
export const ALL_REMOTES = 'all';

/** The token of a remote: `<name>.<signature>`. Who has the secret can make one for any remote, without asking us. */
export const releaseToken = (secret: string, name: string) =>
  `${name}.${createHmac('sha256', secret).update(`publish ${name}`).digest('base64url')}`;

/** The remote that a token is for; null when it is none of ours. */
export function remoteOfToken(secret: string | undefined, token: string | null): string | null {
  if (!secret || !token) return null;
  const name = token.split('.')[0] ?? '';
  const [given, right] = [Buffer.from(token), Buffer.from(releaseToken(secret, name))];
  return given.length === right.length && timingSafeEqual(given, right) ? name : null;
}

/** The token of `Authorization: Bearer …`. */
export const tokenOfHeader = (header: string): string | null =>
  /^Bearer (\S{1,200})$/i.exec(header)?.[1] ?? null;
