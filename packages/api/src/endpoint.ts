import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { Schema } from './schema.ts';

/** Who may call. `optional` uses a valid session if there is one and never answers 401. */
export type EndpointAuth = 'none' | 'optional' | 'player' | 'admin';

type Shape = Schema | undefined;

/** One call of the API: client, server and API document derive from it. Path parameters are written `:name`. */
export interface Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends Schema,
  A extends EndpointAuth = EndpointAuth,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, e.g. `/games/:id/join`. */
  path: string;
  auth: A;
  summary: string;
  /** The rate limit it counts towards, besides the one for all calls. */
  limit?: LimitName;
  params?: P;
  query?: Q;
  body?: B;
  /** A change of one object: If-Match must carry the version that the caller saw; another one is 409 STALE. */
  versioned?: true;
  data: D;
  /** HTTP status of success, default 200. */
  status?: number;
  /** Other success statuses and their meaning. */
  also?: Readonly<Record<number, string>>;
  /** What a failure reads that comes without a text; default "API request failed" (API-03). */
  failureText?: string;
  /** Error codes beyond those that follow from its parts and its `auth` (see openapi/refusals.ts). */
  refuses?: readonly ErrorCode[];
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Schema>;

/** A parsed part of a call as the handler gets it; undeclared parts are undefined. */
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;
/** A part of a call as the caller passes it. */
export type RequestInput<S> = S extends Schema ? z.input<S> : undefined;

/** Declares an endpoint. Exists for type inference, `auth` included: a handler of a `player` call always has a user. */
export function endpoint<
  D extends Schema,
  const A extends EndpointAuth,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(declaration: Endpoint<P, Q, B, D, A>): Endpoint<P, Q, B, D, A> {
  return declaration;
}

/** A call that answers without the envelope: a page, a stream. */
export interface PlainEndpoint {
  name: string;
  resource: string;
  path: string;
  summary: string;
  contentType: string;
  schema?: Schema;
}
