import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { createLog } from '@touchline/service-kit/process/log';
import type { z } from 'zod';

type Name = 'games' | 'staking' | 'gateway' | 'fpl-relay';

/** Fake owners on NATS: record each request and reply as the test defines. */
export interface FakeOwners {
  /** Received requests, latest last. */
  readonly requests: { subject: string; payload: unknown }[];
  /** Sets the reply to a request type. */
  respond<A extends Schema, R extends Schema>(
    owner: Name,
    type: RequestType<A, R>,
    reply: (payload: z.output<A>) => z.input<R>,
  ): void;
  bus(owner: Name): Bus;
  /** Resolves once the NATS server has processed all subscriptions. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function startFakeOwners(urlOf: (user: string) => string): FakeOwners {
  const log = createLog('owners', 'silent');
  const buses = new Map<Name, Bus>();
  const replies = new Map<string, (payload: never) => unknown>();
  const requests: FakeOwners['requests'] = [];
  const bus = (owner: Name) => {
    const open = buses.get(owner) ?? openBus(urlOf(owner), { name: owner, log });
    buses.set(owner, open);
    return open;
  };
  return {
    requests,
    bus,
    respond(owner, type, response) {
      const subscribed = replies.has(type.subject);
      replies.set(type.subject, response);
      if (subscribed) return;
      reply(bus(owner), type, async (payload) => {
        requests.push({ subject: type.subject, payload });
        return replies.get(type.subject)!(payload as never) as never;
      });
    },
    async flush() {
      for (const one of buses.values()) await (await one.connection()).flush();
    },
    stop: async () => void (await Promise.all([...buses.values()].map((one) => one.close()))),
  };
}
