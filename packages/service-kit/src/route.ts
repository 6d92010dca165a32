import Router, { type RouterContext } from '@koa/router';
import type { AnyEndpoint, Endpoint, EndpointAuth, Parsed } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import type Koa from 'koa';
import type { z } from 'zod';
import { bearerToken, type User, type Verifier } from './auth.ts';
import { readBody } from './body.ts';
import { isCacheable, respondWithEtag } from './conditional-get.ts';
import { createRouteTable, type RouteTable } from './route-table.ts';
import {
  createQueryCache,
  type QueryCache,
  parseInput,
  rejectDuplicateKeys,
  validationError,
} from './validate.ts';

/** Prefix of every API path, in the gateway and in the services behind it. */
export const API_PREFIX = '/api';

type Shape = Schema | undefined;

/** The caller's type, by the `auth` of the endpoint. */
type Caller<A extends EndpointAuth> = A extends 'player' | 'admin'
  ? User
  : A extends 'optional'
    ? User | null
    : null;

/** A parsed call: the handler checks only the rules of the game. */
export interface ParsedRequest<P, Q, B, A extends EndpointAuth> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** What the caller saw (If-Match) of an endpoint that is `versioned`; empty otherwise. */
  version: string;
  user: Caller<A>;
  /** For headers and other statuses; the body is what the handler returns. */
  ctx: RouterContext;
}

type RouteHandler = (ctx: RouterContext) => Promise<void>;

/** Returned by a handler that wrote `ctx.body` itself (a cached, serialised response). */
export const RESPONDED = Symbol('answered');

export interface Routes {
  readonly router: Router;
  /** The same routes; what is not among them is the router's, with its answers to unknown paths and other methods. */
  readonly direct: RouteTable<RouteHandler>;
  readonly verifier: Verifier | null;
}

/** Routes below /api, in exactly their spelling: every other one is 404. `verifier` may be null where no endpoint reads a session. */
export function createRoutes(verifier: Verifier | null): Routes {
  const router = new Router({ prefix: API_PREFIX, sensitive: true, strict: true });
  return { router, direct: createRouteTable(), verifier };
}

/**
 * Adds an endpoint: checks the session, validates the call, runs the handler. The handler's data goes out in the success
 * envelope, without any field that the endpoint does not declare; what everybody may read has a tag (`unchanged.ts`). Rate limits
 * are the gateway's.
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
  handler: (call: ParsedRequest<P, Q, B, A>) => Promise<z.input<D> | typeof RESPONDED>,
): void {
  const { verifier } = routes;
  if (endpoint.auth !== 'none' && !verifier) throw new Error(`${endpoint.path} needs a verifier`);
  const queries = createQueryCache();
  const kept = isCacheable(endpoint);
  const answer = async (ctx: RouterContext) => {
    ctx.state.route = endpoint.path;
    ctx.set('Cache-Control', 'no-store');
    const user = await authenticate(endpoint.auth, verifier, ctx);
    if (user && endpoint.auth === 'admin' && endpoint.method !== 'GET') assertRecentSignIn(user);
    const parsed = await parseRequest(endpoint, queries, ctx);
    const data = await handler({ ...parsed, user, ctx } as unknown as ParsedRequest<P, Q, B, A>);
    if (data === RESPONDED) return;
    const body = { success: true, data: endpoint.data.parse(data) };
    if (kept) return respondWithEtag(ctx, endpoint.auth, body);
    if (endpoint.status !== undefined && ctx.status === 404) ctx.status = endpoint.status;
    ctx.body = body;
  };
  routes.router.register(endpoint.path, [endpoint.method], answer);
  routes.direct.add(endpoint.method, `${API_PREFIX}${endpoint.path}`, answer);
}

/** Adds the routes to the application; a known path with another method answers 405. */
export function mount(app: Koa, routes: Routes): void {
  app.use((ctx, next) => {
    const found = routes.direct.find(ctx.method, ctx.path);
    if (!found) return next();
    ctx.params = found.params;
    return found.answer(ctx as RouterContext);
  });
  app.use(routes.router.routes());
  app.use(
    routes.router.allowedMethods({
      throw: true,
      methodNotAllowed: () =>
        new TouchlineError('METHOD_NOT_ALLOWED', 'This endpoint does not support that method.'),
      notImplemented: () =>
        new TouchlineError('METHOD_NOT_ALLOWED', 'This endpoint does not support that method.'),
    }),
  );
}

async function authenticate(
  auth: EndpointAuth,
  verifier: Verifier | null,
  ctx: RouterContext,
): Promise<User | null> {
  if (auth === 'none' || !verifier) return null;
  if (auth === 'optional') return authenticateOptional(verifier, ctx);
  const token = bearerToken(ctx.get('authorization'));
  if (token === null) throw new TouchlineError('TOKEN_MISSING', 'Please sign in first.');
  const user = await verifier.verify(token);
  if (auth === 'admin' && !user.isAdmin)
    throw new TouchlineError('FORBIDDEN', 'Only an administrator may do this.');
  return user;
}

/** Admin writes need a sign-in that is younger than this: a stolen or forgotten session cannot make them. */
const RECENT_SIGN_IN_MS = 15 * 60_000;

function assertRecentSignIn(user: User): void {
  if (Date.now() - user.signed_in_at < RECENT_SIGN_IN_MS) return;
  throw new TouchlineError(
    'REAUTH_REQUIRED',
    'Changes by an administrator need a sign-in from the last 15 minutes. Sign in again, then repeat this.',
  );
}

/** Optional sign-in never answers 401: a caller without a valid token is a guest. */
async function authenticateOptional(verifier: Verifier, ctx: RouterContext): Promise<User | null> {
  try {
    const token = bearerToken(ctx.get('authorization'));
    return token === null ? null : await verifier.verify(token);
  } catch (error) {
    if (error instanceof TouchlineError) return null;
    throw error;
  }
}

async function parseRequest(endpoint: AnyEndpoint, queries: QueryCache, ctx: RouterContext) {
  const known = queries.get(ctx.querystring);
  if (!known) rejectDuplicateKeys(ctx.query);
  const params = parseInput(endpoint.params, { ...ctx.params });
  const { query } = known ?? queries.keep(ctx.querystring, parseInput(endpoint.query, { ...ctx.query }));
  const body = endpoint.method === 'GET' ? undefined : parseInput(endpoint.body, await readBody(ctx));
  return { params, query, body, version: endpoint.versioned ? readVersion(ctx.get('if-match')) : '' };
}

/** The version in an If-Match header; a list of versions, or "any", would not say what the caller saw. */
function readVersion(header: string): string {
  const [, version] = /^(?:W\/)?"([\w.-]{1,64})"$/.exec(header) ?? [];
  if (version !== undefined) return version;
  const message = header === '' ? 'is required' : 'must be one version in double quotes';
  throw validationError([{ path: 'If-Match', message }]);
}
