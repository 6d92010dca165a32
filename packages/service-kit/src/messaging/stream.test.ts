import { JetStreamApiError } from '@nats-io/jetstream';
import { STREAM } from '@touchline/api/event';
import { expect, test } from 'vitest';
import { busSuite, collect, countStored, happened, readPending } from '../testing/bus-suite.ts';
import { ensureStream, openJetStream, publish, purgeStream } from './stream.ts';
import { subscribe } from './subscribe.ts';

const suite = busSuite();

test('publishing without a stream creates it, and the event arrives', async () => {
  const bus = suite.bus();
  const { jsm } = await openJetStream(bus);
  await jsm.streams.delete(STREAM.name);
  await publish(bus, { subject: happened.subject, payload: { n: 1 } });
  const got = collect(bus);
  await expect.poll(() => got).toEqual([1]);
});

// nats-server lists a new stream before it has subscribed to its subjects: a publish may briefly have no responders.
test('publishing while another client creates the stream loses nothing', async () => {
  const [maker, ...others] = Array.from({ length: 6 }, () => suite.bus());
  const { jsm } = await openJetStream(maker!);
  for (let round = 0; round < 100; round++) {
    await jsm.streams.delete(STREAM.name);
    const publishOnceListed = async (bus: typeof maker) => {
      const { jsm } = await openJetStream(bus!);
      for (;;) {
        const info = await jsm.streams.info(STREAM.name).catch((error: unknown) => {
          if (!(error instanceof JetStreamApiError)) throw error;
        });
        if (info) return publish(bus!, { subject: happened.subject, payload: { n: 1 } });
      }
    };
    await Promise.all([ensureStream(maker!), ...others.map(publishOnceListed)]);
    expect(await countStored(maker!)).toBe(others.length);
  }
});

test('an event that a consumer cannot handle is not delivered again after the stream was purged, and the next one is', async () => {
  const bus = suite.bus();
  const attempts: number[] = [];
  subscribe(bus, happened, { durable: 'test' }, async ({ n }) => {
    attempts.push(n);
    if (n === 1) throw new Error('names a version that the restored database does not have');
  });
  await publish(bus, { subject: happened.subject, payload: { n: 1 } });
  await expect.poll(() => attempts.length).toBeGreaterThan(1);
  await purgeStream(bus);
  expect(await countStored(bus)).toBe(0);
  const before = attempts.length;
  await publish(bus, { subject: happened.subject, payload: { n: 2 } });
  await expect.poll(() => readPending(suite.nats.url, 'test')).toEqual({ unacknowledged: 0, waiting: 0 });
  // One delivery may have begun before.
  expect(attempts.slice(before).filter((n) => n === 1).length).toBeLessThan(2);
  expect(attempts).toContain(2);
});
