import { JetStreamApiError } from '@nats-io/jetstream';
import { STREAM } from '@touchline/api/event';
import { expect, test } from 'vitest';
import { busSuite, collect, countStored, happened } from '../testing/bus-suite.ts';
import { ensureStream, openJetStream, publish } from './stream.ts';

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
