import { describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { createMetrics } from '../process/metrics.ts';
import { busSuite, collect, countStored, happened, readPending } from '../testing/bus-suite.ts';
import { startFreezingProxy } from '../testing/freezing-proxy.ts';
import { openBus } from './bus.ts';
import { publishFromOutbox, writeOutbox } from './outbox.ts';

const suite = busSuite();

describe('the outbox', () => {
  test('the outbox publishes committed events, in order, and nothing else', async () => {
    const bus = suite.bus();
    const got = collect(bus);
    publishFromOutbox(suite.db, bus);
    for (const n of [1, 2, 3]) await suite.emit(n);
    await expect(
      suite.db.transaction(async (trx) => {
        await writeOutbox(trx, happened, { n: 99 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow();
    await suite.emit(4);
    await expect.poll(() => got).toEqual([1, 2, 3, 4]);
    // A row is deleted after its event has been delivered.
    await expect.poll(suite.countOutbox).toBe(0);
  });

  test('the outbox rejects a payload that does not match the event', async () => {
    await expect(
      suite.db.transaction((trx) => writeOutbox(trx, happened, { n: Number.NaN })),
    ).rejects.toThrow();
    expect(await suite.countOutbox()).toBe(0);
  });

  test('the outbox keeps events while NATS is down, even at start, and publishes them in order afterwards', async () => {
    await suite.nats.down();
    const bus = suite.bus();
    publishFromOutbox(suite.db, bus);
    const got = collect(bus);
    await suite.emit(1);
    await suite.emit(2);
    expect(bus.connected()).toBe(false);
    expect(await suite.countOutbox()).toBe(2);
    await suite.nats.up();
    await expect.poll(() => got).toEqual([1, 2]);
    // Wait for the acknowledgements: unacknowledged messages would be delivered again after the outage.
    await expect.poll(() => readPending(suite.nats.url, 'test')).toEqual({ unacknowledged: 0, waiting: 0 });
    await suite.nats.down();
    await suite.emit(3);
    expect(await suite.countOutbox()).toBe(1);
    await suite.nats.up();
    // A killed server may have lost the last acknowledgements and may redeliver: at least once, in order.
    await expect.poll(() => [...new Set(got)]).toEqual([1, 2, 3]);
    await expect.poll(suite.countOutbox).toBe(0);
  });

  test('all replicas report waiting events while NATS is down, and none afterwards', async () => {
    await suite.nats.down();
    await suite.emit(1);
    await suite.db('outbox').update({ created_at: new Date(Date.now() - 60_000) });
    const replicas = [createMetrics('games'), createMetrics('games')];
    for (const metrics of replicas) publishFromOutbox(suite.db, suite.bus('games', metrics));
    const waiting = async () =>
      (await Promise.all(replicas.map((metrics) => metrics.text()))).map(
        (text) => /^outbox_waiting\S* (\d+)$/m.exec(text)?.[1],
      );
    await expect.poll(waiting).toEqual(['1', '1']);
    await suite.nats.up();
    await expect.poll(suite.countOutbox).toBe(0);
    await expect.poll(waiting).toEqual(['0', '0']);
  });

  test('the outbox publishes the events of a process that died while NATS was down', async () => {
    await suite.nats.down();
    const dying = suite.bus();
    publishFromOutbox(suite.db, dying);
    await suite.emit(1);
    await dying.close();
    expect(await suite.countOutbox()).toBe(1);
    await suite.nats.up();
    const next = suite.bus();
    const got = collect(next);
    publishFromOutbox(suite.db, next);
    await expect.poll(() => got).toEqual([1]);
  });

  test('the stream drops a row that is sent twice, as after a crash between acknowledgement and delete', async () => {
    const bus = suite.bus();
    await suite.emit(1);
    const rows = await suite.db('outbox').select('position', 'id', 'subject', 'payload');
    publishFromOutbox(suite.db, bus);
    await expect.poll(suite.countOutbox).toBe(0);
    await suite.db('outbox').insert(rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload) })));
    await expect.poll(suite.countOutbox).toBe(0);
    expect(await countStored(bus)).toBe(1);
  });

  test('a batch with slow acknowledgements ends early and deletes what was acknowledged', async () => {
    for (const n of Array(30).keys()) await suite.emit(n);
    const proxy = await startFreezingProxy(suite.nats.url, 50);
    const bus = openBus(proxy.url, { name: 'games', log: createLog('games', 'silent') });
    publishFromOutbox(suite.db, bus, 500);
    const counts: number[] = [];
    const count = async () => {
      counts.push(await suite.countOutbox());
      return counts.at(-1);
    };
    await expect.poll(count).toBe(0);
    expect(new Set(counts).size).toBeGreaterThan(2);
    expect(await countStored(bus)).toBe(30);
    await bus.close();
    await proxy.stop();
  });

  test('one replica at a time publishes; another takes over when it stops', async () => {
    const [first, second] = [suite.bus('games'), suite.bus('games')];
    publishFromOutbox(suite.db, first);
    publishFromOutbox(suite.db, second);
    await Promise.all(Array.from({ length: 30 }, (_, n) => suite.emit(n)));
    await expect.poll(suite.countOutbox).toBe(0);
    expect(await countStored(first)).toBe(30);
    await first.close();
    await suite.emit(31);
    await expect.poll(() => countStored(second)).toBe(31);
  });
});
