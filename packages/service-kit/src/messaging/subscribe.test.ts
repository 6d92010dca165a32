import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STREAM } from '@touchline/api/event';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { createMetrics } from '../process/metrics.ts';
import { busSuite, collect, happened, readPending } from '../testing/bus-suite.ts';
import { openBus } from './bus.ts';
import { publishFromOutbox } from './outbox.ts';
import { openJetStream } from './stream.ts';
import { subscribe } from './subscribe.ts';

const suite = busSuite();
const log = createLog('test', 'silent');

describe('subscriptions', () => {
  test('a message is redelivered when its handler fails', async () => {
    const bus = suite.bus();
    const attempts: number[] = [];
    subscribe(bus, happened, { durable: 'flaky' }, async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('not yet');
    });
    publishFromOutbox(suite.db, bus);
    await suite.emit(1);
    await expect.poll(() => attempts).toEqual([1, 2, 3]);
  });

  test('invalid payloads are dropped and counted', async () => {
    const metrics = createMetrics('test');
    const bus = suite.bus('games', metrics);
    const got = collect(bus, 'strict');
    const { js } = await openJetStream(bus);
    await js.publish(happened.subject, 'not json');
    await js.publish(happened.subject, '{"n":"x"}');
    await js.publish(happened.subject, '{"n":7}');
    await expect.poll(() => got).toEqual([7]);
    expect(await metrics.text()).toMatch(/events_handled_total\{.*result="unparsable".*\} 2/);
  });

  test('a consumer resumes after its last acknowledged message', async () => {
    const first = suite.bus();
    const before = collect(first, 'catching-up');
    publishFromOutbox(suite.db, first);
    await suite.emit(1);
    await expect.poll(() => before).toEqual([1]);
    await first.close();
    const emitting = suite.bus('relay');
    publishFromOutbox(suite.db, emitting);
    await suite.emit(2);
    await suite.emit(3);
    await expect.poll(suite.countOutbox).toBe(0);
    const after = collect(suite.bus(), 'catching-up');
    await expect.poll(() => after).toEqual([2, 3]);
  });

  test('a consumer is recreated and resynchronised after the loss of the stream', async () => {
    const bus = suite.bus();
    let resyncs = 0;
    const got = collect(bus, 'resync', async () => void resyncs++);
    publishFromOutbox(suite.db, bus);
    await suite.emit(1);
    await expect.poll(() => got).toEqual([1]);
    expect(resyncs).toBe(1);
    await (await openJetStream(bus)).jsm.streams.delete(STREAM.name);
    await suite.emit(2);
    await expect.poll(() => got).toEqual([1, 2]);
    expect(resyncs).toBe(2);
  });

  test('a consumer recovers when NATS returns without its store', async () => {
    const stores = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'touchline-wiped-')));
    let server = await startNats({ storeDir: stores[0] ?? '' });
    const bus = openBus(server.url, { name: 'games', log });
    let resyncs = 0;
    const got = collect(bus, 'wiped', async () => void resyncs++);
    publishFromOutbox(suite.db, bus);
    await suite.emit(1);
    await expect.poll(() => got).toEqual([1]);
    await server.stop();
    await suite.emit(2);
    server = await startNats({ storeDir: stores[1] ?? '', port: server.port });
    await expect.poll(() => got, { timeout: 18_000 }).toEqual([1, 2]);
    expect(resyncs).toBeGreaterThanOrEqual(2);
    await bus.close();
    await server.stop();
    for (const store of stores) rmSync(store, { recursive: true, force: true });
  });

  test('closing waits for the message in progress', async () => {
    const bus = suite.bus();
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let done = false;
    subscribe(bus, happened, { durable: 'closing' }, async () => {
      start();
      await finished;
      done = true;
    });
    publishFromOutbox(suite.db, bus);
    await suite.emit(1);
    await started;
    const closing = bus.close();
    finish();
    await closing;
    expect(done).toBe(true);
    const info = await readPending(suite.nats.url, 'closing');
    expect(info).toEqual({ unacknowledged: 0, waiting: 0 });
  });
});
