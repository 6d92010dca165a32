import { connect, type NatsConnection } from '@nats-io/transport-node';
import { STREAM } from '@touchline/api/event';
import { gameChanged } from '@touchline/api/events/games';
import { type TestNats, testNats } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Bus, INBOX_PREFIX, openBus } from '../messaging/bus.ts';
import { openJetStream, updateStream } from '../messaging/stream.ts';
import { createLog } from '../process/log.ts';

export interface RightsSuite {
  openBusAs(service: string): Bus;
  /** Connects with a service's password, as an intruder in its container could. */
  intruderIn(service: string): Promise<NatsConnection>;
  /** Returns the number of messages in the stream. */
  countStored(): Promise<number>;
  /** Address of the server, without a user. */
  server(): string;
}

/**
 * Runs nats-server with the production users for the tests of a file, see nats-rights.ts in tools/local-stack. The team services
 * `rivals` and `others` consume `gameChanged`.
 */
export function rightsSuite(): RightsSuite {
  let nats: TestNats;
  const open = new Set<{ close(): Promise<void> }>();
  const openBusAs = (name: string): Bus => {
    const bus = openBus(nats.urlOf(name), { name, log: createLog(name, 'silent') });
    open.add(bus);
    return bus;
  };
  const server = () => new URL(nats.url).host;

  beforeAll(async () => {
    const teams = ['rivals', 'others'].map((name) => ({ name, consumes: [gameChanged.subject] }));
    nats = await testNats({ users: true, teams });
    await updateStream(openBusAs('operator'));
  });
  afterEach(async () => {
    await Promise.all([...open].map((one) => one.close()));
    open.clear();
  });
  afterAll(() => nats?.stop());

  return {
    openBusAs,
    server,
    async intruderIn(service) {
      const login = {
        user: service,
        pass: `password of ${service}`,
        inboxPrefix: `${INBOX_PREFIX}${service}`,
      };
      const nc = await connect({ servers: server(), ...login });
      open.add(nc);
      return nc;
    },
    async countStored() {
      const { jsm } = await openJetStream(openBusAs('operator'));
      return (await jsm.streams.info(STREAM.name)).state.messages;
    },
  };
}
