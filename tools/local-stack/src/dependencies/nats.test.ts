import { connect } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { testNats } from '../testing.ts';

test('NATS has JetStream, takes 8 MB messages and comes back on the same port after an outage', async () => {
  const nats = await testNats();
  const first = await connect({ servers: nats.url });
  expect(first.info?.jetstream).toBe(true);
  expect(first.info?.max_payload).toBe(8 * 1024 * 1024);
  await first.close();
  await nats.down();
  await expect(connect({ servers: nats.url, reconnect: false, timeout: 1_000 })).rejects.toThrow();
  await nats.up();
  const second = await connect({ servers: nats.url });
  await second.close();
  await nats.stop();
});
