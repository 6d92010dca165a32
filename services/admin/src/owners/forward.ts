import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { Endpoint, EndpointOwner, Parsed } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import {
  listOwners,
  type OwnerInput,
  requestOwner,
} from '@touchline/service-kit/administration/owner-requests';
import type { User } from '@touchline/service-kit/http/auth';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import type { Context } from 'koa';
import type { z } from 'zod';

type Shape = Schema | undefined;
type AdminEndpoint<P extends Shape, Q extends Shape, B extends Shape, D extends Schema> = Endpoint<
  P,
  Q,
  B,
  D,
  'admin'
>;

/** Adds a route for every declared admin endpoint with one owner. */
export function forwardToOwners(routes: Routes, bus: Bus): void {
  for (const { endpoint } of ALL_ENDPOINTS) {
    const [owner, ...others] = listOwners(endpoint);
    if (!owner || others.length > 0) continue;
    forward(routes, bus, endpoint as AdminEndpoint<Shape, Shape, Shape, Schema>, () => owner);
  }
}

/**
 * Adds a route that forwards an endpoint to an owner and returns its reply, with the version of the object as ETag.
 * @param pickOwner chooses the owner by the path parameters
 */
export function forward<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  routes: Routes,
  bus: Bus,
  endpoint: AdminEndpoint<P, Q, B, D>,
  pickOwner: (params: Parsed<P>) => EndpointOwner,
): void {
  route(routes, endpoint, async (request) => {
    const data = await sendToOwner(bus, pickOwner(request.params), endpoint, request);
    const version = findVersion(data);
    if (version !== undefined) request.ctx.set('ETag', `"${version}"`);
    return data as z.input<D>;
  });
}

/** Sends a validated request to an owner. @throws TouchlineError of the owner, or UPSTREAM_UNAVAILABLE naming it */
export function sendToOwner<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  bus: Bus,
  owner: EndpointOwner,
  endpoint: AdminEndpoint<P, Q, B, D>,
  { user, ctx, version }: { user: User; ctx: Context; version: string },
): Promise<z.output<D>> {
  const by = { admin: user.wallet_address, request_id: String(ctx.state.requestId) };
  const { params, query, state } = ctx;
  const input = { by, params, query, body: state.body, version } as unknown as OwnerInput<P, Q, B>;
  const kind = endpoint.method === 'GET' ? 'read' : 'change';
  return awaitOwner(owner, requestOwner(bus, owner, endpoint, input, deadline), kind);
}

/** Finds the version of the object in a reply. A list has no version. */
const findVersion = (data: unknown): string | undefined =>
  Object.values(data as Record<string, { version?: string } | null>).find((value) => value?.version)?.version;

/**
 * Time limit of a request to an owner; shorter than the gateway's time limit for this service. A change may wait for a lock, and a
 * replica builds its index for the first list.
 */
export const deadline = { timeoutMs: 10_000 };

const ADVICE = {
  read: 'Try again in a moment.',
  change: 'The change may have been made: reload and check before you repeat it.',
};

/**
 * Awaits the reply to a request. Without a reply to a change, it is unknown whether the change was made; the error text explains this.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE naming an unavailable owner; otherwise the owner's error
 */
export async function awaitOwner<T>(
  owner: EndpointOwner,
  reply: Promise<T>,
  kind: keyof typeof ADVICE = 'read',
): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', `${owner} is not responding. ${ADVICE[kind]}`, {
      cause: error,
      retryAfter: 1,
    });
  }
}
