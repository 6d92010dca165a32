import { STREAM } from '@touchline/api/event';
import { describe, expect, test } from 'vitest';
import { busSuite } from '../testing/bus-suite.ts';
import type { Bus } from './bus.ts';
import { publishFromOutbox } from './outbox.ts';
import { openJetStream } from './stream.ts';
import { type TailMessage, tail } from './tail.ts';

const suite = busSuite();

describe('the stream tail', () => {
  test('tail reads every event in order, resumes at a sequence, and reports gaps', async () => {
    const bus = suite.bus();
    publishFromOutbox(suite.db, bus);
    const live: TailMessage[] = [];
    let resets = 0;
    tail(bus, { onMessage: (message) => live.push(message), onReset: () => resets++ });
    await expect.poll(() => countConsumers(bus)).toBe(1);
    for (const n of [1, 2, 3]) await suite.emit(n);
    const numbers = (of: TailMessage[]) => of.map(({ payload }) => (payload as { n: number }).n);
    await expect.poll(() => numbers(live)).toEqual([1, 2, 3]);
    expect(live.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);

    const resumed: TailMessage[] = [];
    tail(bus, { start: () => 2, onMessage: (message) => resumed.push(message), onReset: () => resets++ });
    await expect.poll(() => numbers(resumed)).toEqual([2, 3]);
    expect(resets).toBe(0);

    tail(bus, { start: () => 900, onMessage: () => {}, onReset: () => resets++ });
    await expect.poll(() => resets).toBe(1);
  });

  test('tail recovers after a NATS outage', async () => {
    const bus = suite.bus();
    publishFromOutbox(suite.db, bus);
    const live: TailMessage[] = [];
    tail(bus, { onMessage: (message) => live.push(message), onReset: () => {} });
    await expect.poll(() => countConsumers(bus)).toBe(1);
    await suite.emit(1);
    await expect.poll(() => live.length).toBe(1);
    await suite.nats.down();
    await suite.emit(2);
    await suite.nats.up();
    await expect.poll(() => live.length, { timeout: 18_000 }).toBe(2);
  });

  async function countConsumers(bus: Bus) {
    return (await (await openJetStream(bus)).jsm.streams.info(STREAM.name)).state.consumer_count;
  }
});
