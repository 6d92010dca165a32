import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { event, question, STREAM } from '@touchline/api/event';
import { startNats } from '@touchline/platform/parts/nats';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/platform/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answer, ask } from './ask.ts';
import { type Bus, ensureStream, jetStreamOf, openBus } from './bus.ts';
import { type Database, openDatabase } from './database.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { migrate } from './migrations.ts';
import { outboxMigration, publishFromOutbox, writeOutbox } from './outbox.ts';
import { subscribe } from './subscribe.ts';
import { type TailMessage, tail } from './tail.ts';

const log = createLog('test', 'silent');
const happened = event('games.test.happened', z.object({ n: z.number() }));
const double = question('ask.test.double', z.object({ n: z.number() }), z.object({ n: z.number() }));

let nats: TestNats;
let made: TestDatabase;
let db: Database;
const open = new Set<Bus>();

beforeAll(async () => {
  nats = await testNats();
  made = await createTestDatabase('games');
  db = openDatabase(made.url, 'games');
  await migrate(db, [outboxMigration]);
});

afterAll(async () => {
  await db.destroy();
  await made.drop();
  await nats.stop();
});

beforeEach(() => withBus((bus) => ensureStream(bus)));
afterEach(async () => {
  await Promise.all([...open].map((bus) => bus.close()));
  open.clear();
  await withBus(async (bus) => void (await (await jetStreamOf(bus)).jsm.streams.delete(STREAM.name)));
  await db('outbox').delete();
});

const newBus = (name = 'games') => {
  const bus = openBus(nats.url, { name, log });
  open.add(bus);
  return bus;
};

async function withBus(work: (bus: Bus) => Promise<void>) {
  const bus = openBus(nats.url, { name: 'aside', log });
  await work(bus);
  await bus.close();
}

const emit = (n: number) => db.transaction((trx) => writeOutbox(trx, happened, { n }));
const waiting = async () => (await db('outbox').select('id')).length;
const stored = async (bus: Bus) =>
  (await (await jetStreamOf(bus)).jsm.streams.info(STREAM.name)).state.messages;

/** Collects what arrives at a consumer. */
function collect(bus: Bus, durable = 'test', resync?: () => Promise<void>) {
  const got: number[] = [];
  subscribe(bus, happened, { durable, ...(resync ? { resync } : {}) }, async ({ n }) => void got.push(n));
  return got;
}

/** What a consumer has still to hear, and what it has not yet said that it heard. */
async function pendingOf(durable: string) {
  const bus = openBus(nats.url, { name: 'aside', log });
  const info = await (await jetStreamOf(bus)).jsm.consumers.info(STREAM.name, durable);
  await bus.close();
  return { unacknowledged: info.num_ack_pending, waiting: info.num_pending };
}

/** Until everything was heard and acknowledged: what is not comes again after an outage, as it should. */
const allHeard = (durable = 'test') =>
  expect.poll(() => pendingOf(durable), { timeout: 10_000 }).toEqual({ unacknowledged: 0, waiting: 0 });

describe('the outbox', () => {
  test('publishes what was committed, in order, and nothing else', async () => {
    const bus = newBus();
    const got = collect(bus);
    publishFromOutbox(db, bus);
    for (const n of [1, 2, 3]) await emit(n);
    await expect(
      db.transaction(async (trx) => {
        await writeOutbox(trx, happened, { n: 99 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow();
    await emit(4);
    await expect.poll(() => got, { timeout: 10_000 }).toEqual([1, 2, 3, 4]);
    expect(await waiting()).toBe(0);
  });

  test("refuses a payload that is not the event's", async () => {
    await expect(db.transaction((trx) => writeOutbox(trx, happened, { n: Number.NaN }))).rejects.toThrow();
    expect(await waiting()).toBe(0);
  });

  test('keeps events while NATS is down, at start too, and publishes them in order afterwards', async () => {
    await nats.down();
    const bus = newBus();
    publishFromOutbox(db, bus);
    const got = collect(bus);
    await emit(1);
    await emit(2);
    expect(bus.connected()).toBe(false);
    expect(await waiting()).toBe(2);
    await nats.up();
    await expect.poll(() => got, { timeout: 15_000 }).toEqual([1, 2]);
    await allHeard();
    await nats.down();
    await emit(3);
    expect(await waiting()).toBe(1);
    await nats.up();
    await expect.poll(() => got, { timeout: 15_000 }).toEqual([1, 2, 3]);
    await expect.poll(waiting).toBe(0);
  });

  test('events of a process that died while NATS was down are published by the next one', async () => {
    await nats.down();
    const dying = newBus();
    publishFromOutbox(db, dying);
    await emit(1);
    await dying.close();
    expect(await waiting()).toBe(1);
    await nats.up();
    const next = newBus();
    const got = collect(next);
    publishFromOutbox(db, next);
    await expect.poll(() => got, { timeout: 15_000 }).toEqual([1]);
  });

  test('a row sent twice, as after a kill between acknowledgement and delete, arrives once', async () => {
    const bus = newBus();
    await emit(1);
    const rows = await db('outbox').select('*');
    publishFromOutbox(db, bus);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    await db('outbox').insert(rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload) })));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    expect(await stored(bus)).toBe(1);
  });

  test('of two replicas one drains at a time, and the second goes on alone', async () => {
    const [first, second] = [newBus('games'), newBus('games')];
    publishFromOutbox(db, first);
    publishFromOutbox(db, second);
    await Promise.all(Array.from({ length: 30 }, (_, n) => emit(n)));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    expect(await stored(first)).toBe(30);
    await first.close();
    await emit(31);
    await expect.poll(() => stored(second), { timeout: 10_000 }).toBe(31);
  });
});

describe('a subscription', () => {
  test('a message whose handler fails comes again', async () => {
    const bus = newBus();
    const attempts: number[] = [];
    subscribe(bus, happened, { durable: 'flaky' }, async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('not yet');
    });
    publishFromOutbox(db, bus);
    await emit(1);
    await expect.poll(() => attempts, { timeout: 15_000 }).toEqual([1, 2, 3]);
  });

  test("drops what is not the event's payload and counts it", async () => {
    const metrics = createMetrics('test');
    const bus = openBus(nats.url, { name: 'games', log, metrics });
    open.add(bus);
    const got = collect(bus, 'strict');
    const { js } = await jetStreamOf(bus);
    await js.publish(happened.subject, 'not json');
    await js.publish(happened.subject, '{"n":"x"}');
    await js.publish(happened.subject, '{"n":7}');
    await expect.poll(() => got, { timeout: 10_000 }).toEqual([7]);
    expect(await metrics.text()).toMatch(/events_handled_total\{.*result="unparsable".*\} 2/);
  });

  test('catches up from its last acknowledged message after an outage of its own', async () => {
    const first = newBus();
    const before = collect(first, 'catching-up');
    publishFromOutbox(db, first);
    await emit(1);
    await expect.poll(() => before, { timeout: 10_000 }).toEqual([1]);
    await first.close();
    const emitting = newBus('relay');
    publishFromOutbox(db, emitting);
    await emit(2);
    await emit(3);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    const after = collect(newBus(), 'catching-up');
    await expect.poll(() => after, { timeout: 10_000 }).toEqual([2, 3]);
  });

  test('is made anew and resynchronised when NATS has lost its store', async () => {
    const bus = newBus();
    let resyncs = 0;
    const got = collect(bus, 'resync', async () => void resyncs++);
    publishFromOutbox(db, bus);
    await emit(1);
    await expect.poll(() => got, { timeout: 10_000 }).toEqual([1]);
    expect(resyncs).toBe(1);
    await (await jetStreamOf(bus)).jsm.streams.delete(STREAM.name);
    await emit(2);
    await expect.poll(() => got, { timeout: 15_000 }).toEqual([1, 2]);
    expect(resyncs).toBe(2);
  });

  test('goes on when NATS comes back without its store', async () => {
    const stores = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'touchline-wiped-')));
    let server = await startNats({ storeDir: stores[0] ?? '' });
    const bus = openBus(server.url, { name: 'games', log });
    open.add(bus);
    let resyncs = 0;
    const got = collect(bus, 'wiped', async () => void resyncs++);
    publishFromOutbox(db, bus);
    await emit(1);
    await expect.poll(() => got, { timeout: 10_000 }).toEqual([1]);
    await server.stop();
    await emit(2);
    server = await startNats({ storeDir: stores[1] ?? '', port: server.port });
    await expect.poll(() => got, { timeout: 18_000 }).toEqual([1, 2]);
    expect(resyncs).toBeGreaterThanOrEqual(2);
    await bus.close();
    await server.stop();
    for (const store of stores) rmSync(store, { recursive: true, force: true });
  });

  test('closing lets the message in work end', async () => {
    const bus = newBus();
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let done = false;
    subscribe(bus, happened, { durable: 'closing' }, async () => {
      begun();
      await finished;
      done = true;
    });
    publishFromOutbox(db, bus);
    await emit(1);
    await started;
    const closing = bus.close();
    finish();
    await closing;
    expect(done).toBe(true);
    const info = await pendingOf('closing');
    expect(info).toEqual({ unacknowledged: 0, waiting: 0 });
  });
});

describe('a question', () => {
  test('is answered by one of the replicas', async () => {
    const asking = newBus('admin');
    let asked = 0;
    for (const bus of [newBus('games'), newBus('games')])
      answer(bus, double, async ({ n }) => {
        asked++;
        return { n: 2 * n };
      });
    await expect
      .poll(() => ask(asking, double, { n: 21 }).catch(() => null), { timeout: 5_000 })
      .toEqual({ n: 42 });
    expect(asked).toBe(1);
  });

  test('that nobody answers is a clear error, soon', async () => {
    const asking = newBus('admin');
    await asking.connection();
    await expect(ask(asking, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await nats.down();
    await expect(ask(asking, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await nats.up();
  });

  test('that needs a database which is away is one to ask again, as over HTTP', async () => {
    const bus = newBus();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    answer(bus, double, async () => Promise.reject(away));
    const message = 'The service is busy or restarting. Please try again.';
    await expect
      .poll(() => ask(bus, double, { n: 1 }).catch((error: Error) => error.message), { timeout: 5_000 })
      .toBe(message);
    await expect(ask(bus, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', message });
  });

  test('whose handler fails says so without its insides', async () => {
    const bus = newBus();
    answer(bus, double, async () => Promise.reject(new Error('select secrets')));
    const wrong = () => ask(bus, double, { n: 1 }).catch((error: { code: string; message: string }) => error);
    await expect
      .poll(async () => ((await wrong()) as { code: string }).code, { timeout: 5_000 })
      .toBe('INTERNAL');
    expect(JSON.stringify(await wrong())).not.toContain('secrets');
  });
});

describe('the tail', () => {
  test('follows every event in order, from where it was told, and says when something is missing', async () => {
    const bus = newBus();
    publishFromOutbox(db, bus);
    const live: TailMessage[] = [];
    let resets = 0;
    const following = tail(bus, { onMessage: (message) => live.push(message), onReset: () => resets++ });
    await expect.poll(() => attached(bus), { timeout: 10_000 }).toBe(1);
    for (const n of [1, 2, 3]) await emit(n);
    const numbers = (of: TailMessage[]) => of.map(({ payload }) => (payload as { n: number }).n);
    await expect.poll(() => numbers(live), { timeout: 10_000 }).toEqual([1, 2, 3]);
    expect(live.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(following.position()).toBe(3);

    const resumed: TailMessage[] = [];
    tail(bus, { fromSequence: 2, onMessage: (message) => resumed.push(message), onReset: () => resets++ });
    await expect.poll(() => numbers(resumed), { timeout: 10_000 }).toEqual([2, 3]);
    expect(resets).toBe(0);

    tail(bus, { fromSequence: 900, onMessage: () => {}, onReset: () => resets++ });
    await expect.poll(() => resets, { timeout: 10_000 }).toBe(1);
  });

  test('goes on after NATS was away', async () => {
    const bus = newBus();
    publishFromOutbox(db, bus);
    const live: TailMessage[] = [];
    tail(bus, { onMessage: (message) => live.push(message), onReset: () => {} });
    await expect.poll(() => attached(bus), { timeout: 10_000 }).toBe(1);
    await emit(1);
    await expect.poll(() => live.length, { timeout: 10_000 }).toBe(1);
    await nats.down();
    await emit(2);
    await nats.up();
    await expect.poll(() => live.length, { timeout: 18_000 }).toBe(2);
  });

  async function attached(bus: Bus) {
    return (await (await jetStreamOf(bus)).jsm.streams.info(STREAM.name)).state.consumer_count;
  }
});
