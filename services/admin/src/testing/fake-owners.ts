import type { Endpoint, EndpointOwner } from '@touchline/api/endpoint';
import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { type OwnerRequest, replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { createLog } from '@touchline/service-kit/process/log';
import type { z } from 'zod';

type Shape = Schema | undefined;

/** Fake owners on NATS: record each request and reply as the test defines. */
export interface FakeOwners {
  /** Received requests, latest last. */
  readonly requests: ({ owner: EndpointOwner } & OwnerRequest<Shape, Shape, Shape>)[];
  /** Adds the handler of an admin endpoint. */
  handle<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
    owner: EndpointOwner,
    endpoint: Endpoint<P, Q, B, D, 'admin'>,
    handler: (request: OwnerRequest<P, Q, B>) => z.input<D> | Promise<z.input<D>>,
  ): void;
  /** Adds the reply to another request. */
  respond<A extends Schema, R extends Schema>(
    owner: EndpointOwner,
    type: RequestType<A, R>,
    reply: (payload: z.output<A>) => z.input<R>,
  ): void;
  bus(owner: EndpointOwner): Bus;
  /** Resolves once the NATS server has processed all subscriptions. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function startFakeOwners(
  urlOf: (user: string) => string,
  adminWallets: readonly string[],
): FakeOwners {
  const log = createLog('owners', 'silent');
  const buses = new Map<EndpointOwner, Bus>();
  const requests: FakeOwners['requests'] = [];
  const bus = (owner: EndpointOwner) => {
    const open = buses.get(owner) ?? openBus(urlOf(owner), { name: owner, log });
    buses.set(owner, open);
    return open;
  };
  return {
    requests,
    bus,
    handle(owner, endpoint, handler) {
      replyToEndpoint({ bus: bus(owner), adminWallets }, endpoint, async (request) => {
        requests.push({ owner, ...request } as FakeOwners['requests'][number]);
        return handler(request);
      });
    },
    respond: (owner, type, response) => reply(bus(owner), type, async (payload) => response(payload)),
    async flush() {
      for (const one of buses.values()) await (await one.connection()).flush();
    },
    stop: async () => void (await Promise.all([...buses.values()].map((one) => one.close()))),
  };
}
