import { randomUUID } from 'node:crypto';
import type { Endpoint, EndpointOwner } from '@touchline/api/endpoint';
import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod';
import { type OwnerInput, requestOwner } from '../administration/owner-requests.ts';
import type { Bus } from '../messaging/bus.ts';
import { request } from '../messaging/request.ts';

type Shape = Schema | undefined;
type Input<P, Q, B> = Omit<OwnerInput<P, Q, B>, 'by' | 'query'> & { query?: Record<string, unknown> };

/** Time limit of the admin service, longer than that of other services. */
const DEADLINE = { timeoutMs: 10_000 };

/** Sends a request to an owner as the admin service does. The values of `query` are sent as text. */
export type SendAdminRequest = <P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  endpoint: Endpoint<P, Q, B, D>,
  input?: Input<P, Q, B>,
  by?: { admin?: string; request_id?: string },
) => Promise<z.output<D>>;

/** Creates a function that sends requests of an administrator to an owner. */
export const adminRequests =
  (bus: () => Bus, owner: EndpointOwner, admin: string): SendAdminRequest =>
  (endpoint, { query, ...input } = {} as never, by = {}) => {
    const texts = Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]);
    const message = {
      by: { admin, request_id: randomUUID(), ...by },
      query: Object.fromEntries(texts),
      ...input,
    };
    return requestOwner(bus(), owner, endpoint, message as never, DEADLINE);
  };

/** Creates a function that sends requests to services as the admin service does. */
export const serviceRequests =
  (bus: () => Bus) =>
  <Req extends Schema, Rep extends Schema>(type: RequestType<Req, Rep>, payload: z.input<Req>) =>
    request(bus(), type, payload, DEADLINE);
