import type { RequestType } from '@touchline/api/event';
import type { Schema } from '@touchline/api/schema';
import { type Bus, openBus } from '@touchline/service-kit/bus';
import { createLog } from '@touchline/service-kit/log';
import { reply } from '@touchline/service-kit/request';
import type { z } from 'zod';

type Name = 'games' | 'staking' | 'gateway' | 'fpl-relay';

/** The owners at the other end of the bus: each question is recorded and answered as the test says. */
export interface FakeOwners {
  /** What was asked, the latest last: subject and payload. */
  readonly requests: { subject: string; payload: unknown }[];
  /** Answers a question from now on. */
  respond<A extends Schema, R extends Schema>(
    owner: Name,
    question: RequestType<A, R>,
    reply: (asked: z.output<A>) => z.input<R>,
  ): void;
  bus(owner: Name): Bus;
  /** Resolves once everything that was said before is known to the server. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function startFakeOwners(urlOf: (user: string) => string): FakeOwners {
  const log = createLog('owners', 'silent');
  const buses = new Map<Name, Bus>();
  const replies = new Map<string, (asked: never) => unknown>();
  const asked: FakeOwners['requests'] = [];
  const bus = (owner: Name) => {
    const open = buses.get(owner) ?? openBus(urlOf(owner), { name: owner, log });
    buses.set(owner, open);
    return open;
  };
  return {
    requests: asked,
    bus,
    respond(owner, question, response) {
      const known = replies.has(question.subject);
      replies.set(question.subject, response);
      if (known) return;
      reply(bus(owner), question, async (payload) => {
        asked.push({ subject: question.subject, payload });
        return replies.get(question.subject)!(payload as never) as never;
      });
    },
    async flush() {
      for (const one of buses.values()) await (await one.connection()).flush();
    },
    stop: async () => void (await Promise.all([...buses.values()].map((one) => one.close()))),
  };
}
