import { createHash } from 'node:crypto';
import type { AnyEndpoint, EndpointAuth } from '@touchline/api/endpoint';
import type { Context } from 'koa';

/**
 * Cache-Control by endpoint auth. Public and optional-auth responses carry an ETag and are revalidated; all others are
 * `no-store`.
 */
const CACHE_CONTROL: Readonly<Partial<Record<EndpointAuth, string>>> = {
  none: 'public, no-cache',
  optional: 'private, no-cache',
};

/** Reports whether responses of an endpoint carry an ETag. Endpoints with FORBIDDEN read credentials other than the session. */
export const isCacheable = ({
  method,
  auth,
  errorCodes,
}: Pick<AnyEndpoint, 'method' | 'auth' | 'errorCodes'>): boolean =>
  method === 'GET' && auth in CACHE_CONTROL && !errorCodes?.includes('FORBIDDEN');

/** Writes the body with an ETag of its content; 304 without a body when If-None-Match has the same tag. */
export function respondWithEtag(ctx: Context, auth: EndpointAuth, body: unknown): void {
  const text = JSON.stringify(body);
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  ctx.set('Cache-Control', CACHE_CONTROL[auth] ?? 'no-store');
  ctx.set('ETag', tag);
  ctx.status = ctx.get('if-none-match') === tag ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = 'json';
  ctx.body = text;
}
