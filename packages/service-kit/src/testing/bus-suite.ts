import { event, STREAM } from '@touchline/api/event';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testNats,
} from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../data/database.ts';
import { initialSchema, migrate } from '../data/migrations.ts';
import { type Bus, openBus } from '../messaging/bus.ts';
import { outboxTable, writeOutbox } from '../messaging/outbox.ts';
import { ensureStream, openJetStream } from '../messaging/stream.ts';
import { subscribe } from '../messaging/subscribe.ts';
import { createLog } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';

const log = createLog('test', 'silent');

export const happened = event('games.test.happened', z.object({ n: z.number() }));

export interface BusSuite {
  readonly nats: TestNats;
  readonly db: Database;
  /** Opens a connection as the service `name`; it is closed after the test. */
  bus(name?: string, metrics?: Metrics): Bus;
  /** Commits a `happened` event. */
  emit(n: number): Promise<void>;
  /** Returns the number of events in the outbox. */
  countOutbox(): Promise<number>;
}

/**
 * Starts NATS and a database with an outbox for the tests of a file. Every test starts with an empty stream.
 * @param tables SQL of more tables
 */
export function busSuite(tables: readonly string[] = []): BusSuite {
  const open = new Set<Bus>();
  let nats: TestNats;
  let database: TestDatabase;
  let db: Database;

  async function withTemporaryBus(work: (bus: Bus) => Promise<void>) {
    const bus = openBus(nats.url, { name: 'temporary', log });
    await work(bus);
    await bus.close();
  }

  beforeAll(async () => {
    nats = await testNats();
    database = await createTestDatabase('games');
    db = openDatabase(database.url, 'games');
    await migrate(db, [initialSchema([outboxTable, ...tables])]);
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
    await nats?.stop();
  });
  beforeEach(() => withTemporaryBus(ensureStream));
  afterEach(async () => {
    await Promise.all([...open].map((bus) => bus.close()));
    open.clear();
    await withTemporaryBus(
      async (bus) => void (await (await openJetStream(bus)).jsm.streams.delete(STREAM.name)),
    );
    await db('outbox').delete();
  });

  return {
    get nats() {
      return nats;
    },
    get db() {
      return db;
    },
    bus(name = 'games', metrics) {
      const bus = openBus(nats.url, { name, log, ...(metrics ? { metrics } : {}) });
      open.add(bus);
      return bus;
    },
    emit: (n) => db.transaction((trx) => writeOutbox(trx, happened, { n })),
    countOutbox: async () => (await db('outbox').select('id')).length,
  };
}

/** Collects the events of a consumer. */
export function collect(bus: Bus, durable = 'test', resync?: () => Promise<void>): number[] {
  const received: number[] = [];
  subscribe(
    bus,
    happened,
    { durable, ...(resync ? { resync } : {}) },
    async ({ n }) => void received.push(n),
  );
  return received;
}

/** Returns the number of messages in the stream. */
export async function countStored(bus: Bus): Promise<number> {
  return (await (await openJetStream(bus)).jsm.streams.info(STREAM.name)).state.messages;
}

/** Returns the number of messages that a consumer has not received, and of those that it has not acknowledged. */
export async function readPending(natsUrl: string, durable: string) {
  const bus = openBus(natsUrl, { name: 'temporary', log });
  const info = await (await openJetStream(bus)).jsm.consumers.info(STREAM.name, durable);
  await bus.close();
  return { unacknowledged: info.num_ack_pending, waiting: info.num_pending };
}
