import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';

/** Who may call: `optional` reads a session when there is a valid one and never answers 401. */
export type EndpointAuth = 'none' | 'optional' | 'player' | 'admin';

type Shape = z.ZodType | undefined;

/** One call of the API: what client, server and the API document are made from. Path parameters are `:name`. */
export interface Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends z.ZodType,
  A extends EndpointAuth = EndpointAuth,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, e.g. `/games/:id/join`. */
  path: string;
  auth: A;
  summary: string;
  /** The limit it counts towards, besides the one of all calls. */
  limit?: LimitName;
  params?: P;
  query?: Q;
  body?: B;
  data: D;
  /** HTTP status of success; 200 unless said. */
  status?: number;
  /** Other statuses of success, and when they come. */
  also?: Readonly<Record<number, string>>;
  /** What this call refuses with beyond what every call with its parts and its `auth` may (see openapi.ts). */
  refuses?: readonly ErrorCode[];
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, z.ZodType>;

/** What a parsed part of a call looks like to the handler; absent parts are undefined. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a caller passes for a part. */
export type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Declares a call; only here for inference (`auth` included: a handler of a `player` call always has a user). */
export function endpoint<
  D extends z.ZodType,
  const A extends EndpointAuth,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(declaration: Endpoint<P, Q, B, D, A>): Endpoint<P, Q, B, D, A> {
  return declaration;
}

/** A call that answers something else than the envelope: a page, a stream. */
export interface PlainCall {
  name: string;
  resource: string;
  path: string;
  summary: string;
  contentType: string;
  schema?: z.ZodType;
}
