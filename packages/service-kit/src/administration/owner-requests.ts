import { type Actor, type Requester, requester } from '@touchline/api/admin-values';
import type { ClientInput } from '@touchline/api/client';
import type { AnyEndpoint, Endpoint, EndpointOwner, Parsed } from '@touchline/api/endpoint';
import { requestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { z } from 'zod';
import { parseInput } from '../http/validate.ts';
import type { Bus } from '../messaging/bus.ts';
import { reply, request } from '../messaging/request.ts';
import { assertAdmin } from './admin-changes.ts';

// Requests of administrators to the service that owns the data.
//
// To add an admin endpoint, declare it in packages/api/src/http/admin-*.ts with `auth: 'admin'` and its `owner`, and reply to it in
// that service: `replyToEndpoint(deps, theEndpoint, async ({ params, query, body, version, by }) => data)`. The NATS request is
// derived from the endpoint, the admin service forwards every endpoint with one owner, and the rights on NATS include
// `request.admin.<owner>.>`. An endpoint with several owners also needs a route in services/admin that chooses or merges. A change
// also needs `versioned`, a `reason`, an action and a button (docs/recipes/add-an-endpoint.md, Admin endpoints).
//
// The admin service checks the session, the admin list, the recent sign-in of a change and the input. The owner does not rely on it:
// `replyToEndpoint` checks the administrator against the owner's ADMIN_WALLETS and validates the input again. The handler compares
// `version` with the current one (`assertCurrentVersion`) and records the change with `by` (`recordAdminChange`), both in the
// transaction of the change. `by.reason` is the `reason` of the query or body, and empty for an endpoint without that field. A reply
// whose object has a `version` is sent with that version as ETag.

type Shape = Schema | undefined;

/** A validated request of an administrator. */
export interface OwnerRequest<P, Q, B> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The version that the administrator saw, for `versioned` endpoints; otherwise empty. */
  version: string;
  by: Actor;
}

/** Dependencies of an owner that replies to administrators. */
export interface OwnerDeps {
  /** Connection of the owner. */
  bus: Bus;
  /** ADMIN_WALLETS of the owner. */
  adminWallets: readonly string[];
}

/** The message: the parts of the HTTP request as the client sent them, because the owner parses them itself. */
const message = z.object({
  by: requester,
  params: z.record(z.string(), z.unknown()).default({}),
  query: z.record(z.string(), z.unknown()).default({}),
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).default({}),
  version: z.string().default(''),
});

/** Derives the NATS request of an endpoint. Its subject is for example `request.admin.games.PUT.games.:id`. */
function deriveRequest<D extends Schema>(
  owner: EndpointOwner,
  { method, path, data }: Pick<AnyEndpoint, 'method' | 'path'> & { data: D },
) {
  const subject = path.replace(/^\/(admin\/)?/, '').replaceAll('/', '.');
  return requestType(`request.admin.${owner}.${method}.${subject}`, message, data);
}

/** Returns the owners of an endpoint. */
export const listOwners = ({ owner = [] }: Pick<AnyEndpoint, 'owner'>): readonly EndpointOwner[] =>
  typeof owner === 'string' ? [owner] : owner;

/**
 * Replies to the requests of an admin endpoint until the bus closes. The requester gets a TouchlineError of the handler, FORBIDDEN
 * for a wallet that is not in `adminWallets`, and VALIDATION_FAILED with the invalid fields.
 */
export function replyToEndpoint<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  { bus, adminWallets }: OwnerDeps,
  endpoint: Endpoint<P, Q, B, D, 'admin'>,
  handler: (request: OwnerRequest<P, Q, B>) => Promise<z.input<D>>,
): void {
  const owner = listOwners(endpoint).find((name) => name === bus.name);
  if (!owner) throw new Error(`${bus.name} does not own ${endpoint.method} ${endpoint.path}`);
  reply(bus, deriveRequest(owner, endpoint), async ({ by, version, ...input }) => {
    assertAdmin(adminWallets, by);
    const parsed = {
      params: parseInput(endpoint.params, input.params),
      query: parseInput(endpoint.query, input.query),
      body: parseInput(endpoint.body, input.body),
    };
    const reason = findReason(parsed.query) ?? findReason(parsed.body) ?? '';
    return handler({ ...parsed, version, by: { ...by, reason } } as OwnerRequest<P, Q, B>);
  });
}

const findReason = (input: unknown) => (input as { reason?: string } | undefined)?.reason;

/** Input of a request to an owner: the input of the endpoint, and the requester. */
export type OwnerInput<P, Q, B> = Omit<ClientInput<P, Q, B>, 'signal'> & { by: Requester };

/**
 * Sends a request of an administrator to an owner of the endpoint and waits for its reply.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when no valid reply arrives in time, or the error of the owner
 */
export function requestOwner<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  bus: Bus,
  owner: EndpointOwner,
  endpoint: Endpoint<P, Q, B, D>,
  input: OwnerInput<P, Q, B>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<D>> {
  return request(bus, deriveRequest(owner, endpoint), input as z.input<typeof message>, options);
}
