import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { Schema } from './schema.ts';

/** Required credentials. `optional` uses a valid session if there is one and never returns 401. `release` is the token of a remote. */
export type EndpointAuth = 'none' | 'optional' | 'player' | 'admin' | 'release';

/** A service that owns data which administrators read and change. */
export type EndpointOwner = 'games' | 'staking' | 'gateway';

type Shape = Schema | undefined;

/** An endpoint of the API. Client, server and API document derive from it. Path parameters are written `:name`. */
export interface Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends Schema,
  A extends EndpointAuth = EndpointAuth,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, for example `/games/:id/join`. */
  path: string;
  auth: A;
  /**
   * The service that handles an admin endpoint. The admin service forwards the request to it over NATS. If there are several, the
   * admin service chooses one or merges their replies. Without an owner, the service that adds the route handles it.
   */
  owner?: EndpointOwner | readonly EndpointOwner[];
  summary: string;
  /** Additional rate limit, on top of the limit for all requests. */
  limit?: LimitName;
  params?: P;
  query?: Q;
  body?: B;
  /** Marks a change of one object: If-Match must carry the version that the client saw; any other version is 409 STALE. */
  versioned?: true;
  data: D;
  /** HTTP status of success; default 200. */
  status?: number;
  /** Other success statuses and their meaning. */
  also?: Readonly<Record<number, string>>;
  /** Text for failures without a text; default "API request failed" (API-03). */
  failureText?: string;
  /** Error codes in addition to those that follow from its shape and `auth` (see openapi/error-responses.ts). */
  errorCodes?: readonly ErrorCode[];
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Schema>;

/** Parsed params, query or body as the handler receives it; undefined if not declared. */
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;
/** Params, query or body as the client passes it. */
export type RequestInput<S> = S extends Schema ? z.input<S> : undefined;

/** Declares an endpoint. It exists for type inference, including `auth`: the handler of a `player` endpoint always has a user. */
export function endpoint<
  D extends Schema,
  const A extends EndpointAuth,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(declaration: Endpoint<P, Q, B, D, A>): Endpoint<P, Q, B, D, A> {
  return declaration;
}

/** An endpoint that responds without the envelope: a page or a stream. */
export interface PlainEndpoint {
  name: string;
  resource: string;
  path: string;
  summary: string;
  contentType: string;
  params?: Schema;
  query?: Schema;
  schema?: Schema;
}
