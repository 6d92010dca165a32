import { createHash } from 'node:crypto';
import type { AnyEndpoint, EndpointAuth } from '@touchline/api/endpoint';
import type { Context } from 'koa';

/**
 * How browsers keep what they read, by who may ask: each time they ask whether it is still the same. What only a player or an
 * administrator may see is not kept.
 */
const KEPT: Readonly<Partial<Record<EndpointAuth, string>>> = {
  none: 'public, no-cache',
  optional: 'private, no-cache',
};

/** Whether answers of an endpoint have a tag. One that may be forbidden reads another credential than a session. */
export const isCacheable = ({
  method,
  auth,
  refuses,
}: Pick<AnyEndpoint, 'method' | 'auth' | 'refuses'>): boolean =>
  method === 'GET' && auth in KEPT && !refuses?.includes('FORBIDDEN');

/** Writes an answer with a tag of what is in it; 304 without it when the caller has the same. */
export function respondWithEtag(ctx: Context, auth: EndpointAuth, answer: unknown): void {
  const text = JSON.stringify(answer);
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  ctx.set('Cache-Control', KEPT[auth] ?? 'no-store');
  ctx.set('ETag', tag);
  ctx.status = ctx.get('if-none-match') === tag ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = 'json';
  ctx.body = text;
}
