import { createHash } from 'node:crypto';
import Router, { type RouterContext } from '@koa/router';
import type { AnyEndpoint, Endpoint, EndpointAuth, Parsed } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { z } from 'zod';
import { bearerToken, type User, type Verifier } from './auth.ts';
import { readBody } from './body.ts';
import { compressJson } from './encoding.ts';
import { methodNotAllowedError } from './errors.ts';
import {
  createQueryCache,
  parseInput,
  type QueryCache,
  rejectDuplicateKeys,
  validationError,
} from './validate.ts';

/** Prefix of every API path, in the gateway and in the services. */
export const API_PREFIX = '/api';

/**
 * Creates a router of paths below /api. Paths match exactly; any other spelling matches no route. Where several routes match, the
 * one with the fewest parameters wins, in any order of registration: `/games/active` before `/games/:id`.
 */
export const createRouter = (): Router =>
  new Router({ prefix: API_PREFIX, sensitive: true, strict: true, exclusive: 'specificity' });

type Shape = Schema | undefined;

/** Type of the user, by the `auth` of the endpoint. */
type RequestUser<A extends EndpointAuth> = A extends 'player' | 'admin'
  ? User
  : A extends 'optional'
    ? User | null
    : null;

/** A parsed request: the handler checks only the game rules. */
export interface ParsedRequest<P, Q, B, A extends EndpointAuth> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The version that the client saw (If-Match), for `versioned` endpoints; otherwise empty. */
  version: string;
  user: RequestUser<A>;
  /** For headers and other statuses; the handler returns the body. */
  ctx: RouterContext;
}

/** Returned by a handler that has written `ctx.body` itself (a cached, serialised response). */
export const RESPONDED = Symbol('responded');

export interface Routes {
  readonly router: Router;
  readonly verifier: Verifier | null;
}

/** @param verifier may be null if no endpoint uses sessions */
export const createRoutes = (verifier: Verifier | null): Routes => ({ router: createRouter(), verifier });

interface RouteOptions {
  /** Checks the credentials of a `release` endpoint, before the request is read. @throws to reject the request */
  checkRelease?(ctx: RouterContext): Promise<void>;
}

/**
 * Adds an endpoint: checks the session, validates the request, runs the handler. The data is returned in the success envelope,
 * without fields that the endpoint does not declare. Public responses have an ETag. The gateway applies
 * rate limits.
 */
export function route<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends Schema,
  A extends EndpointAuth,
>(
  routes: Routes,
  endpoint: Endpoint<P, Q, B, D, A>,
  handler: (request: ParsedRequest<P, Q, B, A>) => Promise<z.input<D> | typeof RESPONDED>,
  { checkRelease }: RouteOptions = {},
): void {
  const { verifier } = routes;
  const hasChecks = endpoint.auth === 'release' ? checkRelease : endpoint.auth === 'none' || verifier;
  if (!hasChecks) throw new Error(`${endpoint.path} needs a verifier`);
  const queries = createQueryCache();
  const hasEtag = isCacheable(endpoint);
  const handle = async (ctx: RouterContext) => {
    ctx.state.route = endpoint.path;
    ctx.set('Cache-Control', 'no-store');
    const user = await authenticate(endpoint.auth, verifier, ctx);
    if (user && endpoint.auth === 'admin' && endpoint.method !== 'GET') assertRecentSignIn(user);
    await checkRelease?.(ctx);
    const parsed = await parseRequest(endpoint, queries, ctx);
    const data = await handler({ ...parsed, user, ctx } as unknown as ParsedRequest<P, Q, B, A>);
    if (data === RESPONDED) return;
    const body = { success: true, data: endpoint.data.parse(data) };
    if (hasEtag) return respondWithEtag(ctx, endpoint.auth, body);
    if (endpoint.status !== undefined && ctx.status === 404) ctx.status = endpoint.status;
    ctx.body = body;
  };
  routes.router.register(endpoint.path, [endpoint.method], handle);
}

/**
 * Adds a GET endpoint without the envelope: validates params and query, as `route` does, and runs the handler, which writes
 * `ctx.body`.
 */
export function plainRoute<P extends Shape, Q extends Shape>(
  { router }: Routes,
  endpoint: { path: string; params?: P; query?: Q },
  handler: (
    request: Pick<ParsedRequest<P, Q, undefined, 'none'>, 'params' | 'query' | 'ctx'>,
  ) => Promise<void>,
): void {
  const queries = createQueryCache();
  router.get(endpoint.path, async (ctx) => {
    ctx.state.route = endpoint.path;
    const params = parseInput(endpoint.params, { ...ctx.params }) as Parsed<P>;
    const query = parseQuery(endpoint, queries, ctx) as Parsed<Q>;
    await handler({ params, query, ctx });
  });
}

/** Adds the routes to the application; an unknown path is 404, a known one with another method 405. JSON is compressed. */
export function mount(app: Koa, { router }: Routes): void {
  app.use(compressJson);
  app.use(router.routes());
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: methodNotAllowedError,
      notImplemented: methodNotAllowedError,
    }),
  );
}

async function authenticate(
  auth: EndpointAuth,
  verifier: Verifier | null,
  ctx: RouterContext,
): Promise<User | null> {
  if (auth === 'none' || auth === 'release' || !verifier) return null;
  if (auth === 'optional') return authenticateOptional(verifier, ctx);
  const token = bearerToken(ctx.get('authorization'));
  if (token === null) throw new TouchlineError('TOKEN_MISSING', 'Please sign in first.');
  const user = await verifier.verify(token);
  if (auth === 'admin' && !user.isAdmin)
    throw new TouchlineError('FORBIDDEN', 'Only an administrator can do this.');
  return user;
}

/** Maximum age of the sign-in for admin writes, to limit the damage of a stolen or forgotten session. */
const RECENT_SIGN_IN_MS = 15 * 60_000;

function assertRecentSignIn(user: User): void {
  if (Date.now() - user.signed_in_at < RECENT_SIGN_IN_MS) return;
  throw new TouchlineError(
    'REAUTH_REQUIRED',
    'Admin changes need a sign-in within the last 15 minutes. Sign in again, then try again.',
  );
}

/** Never results in 401: a client without a valid token is a guest. */
async function authenticateOptional(verifier: Verifier, ctx: RouterContext): Promise<User | null> {
  try {
    const token = bearerToken(ctx.get('authorization'));
    return token === null ? null : await verifier.verify(token);
  } catch (error) {
    if (error instanceof TouchlineError) return null;
    throw error;
  }
}

const MAX_CACHED_QUERY = 256;

async function parseRequest(endpoint: AnyEndpoint, queries: QueryCache, ctx: RouterContext) {
  const params = parseInput(endpoint.params, { ...ctx.params });
  const query = parseQuery(endpoint, queries, ctx);
  // A service that forwards the request sends the body as the client sent it.
  ctx.state.body = endpoint.method === 'GET' ? {} : await readBody(ctx);
  const body = parseInput(endpoint.body, ctx.state.body);
  return { params, query, body, version: endpoint.versioned ? readVersion(ctx.get('if-match')) : '' };
}

function parseQuery(endpoint: Pick<AnyEndpoint, 'query'>, queries: QueryCache, ctx: RouterContext): unknown {
  const cached = queries.get(ctx.querystring);
  if (cached) return cached.query;
  rejectDuplicateKeys(ctx.query);
  const query = Object.freeze(parseInput(endpoint.query, { ...ctx.query }));
  if (ctx.querystring.length <= MAX_CACHED_QUERY) queries.set(ctx.querystring, { query });
  return query;
}

/** Reads the version of an If-Match header. A list of versions or `*` is rejected: it does not identify what the client saw. */
function readVersion(header: string): string {
  const [, version] = /^(?:W\/)?"([\w.-]{1,64})"$/.exec(header) ?? [];
  if (version !== undefined) return version;
  const message = header === '' ? 'is required' : 'must be one version in double quotes';
  throw validationError([{ path: 'If-Match', message }]);
}

/**
 * Cache-Control by endpoint auth. Public and optional-auth responses carry an ETag and are revalidated; all others are
 * `no-store`.
 */
const CACHE_CONTROL: Readonly<Partial<Record<EndpointAuth, string>>> = {
  none: 'public, no-cache',
  optional: 'private, no-cache',
};

/** Reports whether responses of an endpoint carry an ETag. Endpoints with FORBIDDEN read credentials other than the session. */
const isCacheable = ({
  method,
  auth,
  errorCodes,
}: Pick<AnyEndpoint, 'method' | 'auth' | 'errorCodes'>): boolean =>
  method === 'GET' && auth in CACHE_CONTROL && !errorCodes?.includes('FORBIDDEN');

/** Sets the ETag, and the status: 304 if the client has this version. @returns whether the body must be sent */
export function setEtag(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  // `fresh` requires a success.
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  return ctx.status === 200;
}

/** Writes the body with an ETag of its content; 304 without a body when If-None-Match has the same tag. */
function respondWithEtag(ctx: Context, auth: EndpointAuth, body: unknown): void {
  const text = JSON.stringify(body);
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  ctx.set('Cache-Control', CACHE_CONTROL[auth] ?? 'no-store');
  ctx.set('ETag', tag);
  ctx.status = ctx.get('if-none-match') === tag ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = 'json';
  ctx.body = text;
}
