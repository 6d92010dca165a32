import { randomUUID } from 'node:crypto';
import { serviceHealth } from '@touchline/api/http/admin-overview';
import { expect, test } from 'vitest';
import { publishFromOutbox } from '../messaging/outbox.ts';
import { subscribe } from '../messaging/subscribe.ts';
import { createMetrics } from '../process/metrics.ts';
import { busSuite, collect, happened } from '../testing/bus-suite.ts';
import { collectHealth, keepHeartbeat, replicasTable } from './service-health.ts';

const suite = busSuite([replicasTable]);

test('service health reports replicas, queued outbox events and consumer lag', async () => {
  const [first, second] = [suite.bus(), suite.bus()];
  keepHeartbeat(suite.db, first);
  keepHeartbeat(suite.db, second);
  const longAgo = new Date(0);
  await suite.db('replicas').insert({ id: randomUUID(), started_at: longAgo, seen_at: longAgo });
  const health = () => collectHealth(suite.db, first);
  await expect.poll(async () => (await health()).replicas.length).toBe(2);
  await suite.emit(1);
  expect((await health()).outbox).toEqual({ waiting: 1, oldest_seconds: expect.any(Number) });
  publishFromOutbox(suite.db, first);
  const got = collect(first);
  await expect.poll(() => got).toEqual([1]);
  await expect.poll(health).toMatchObject({
    outbox: { waiting: 0, oldest_seconds: 0 },
    bus: { connected: true, lag: [{ consumer: 'test', waiting: 0 }] },
  });
  expect(serviceHealth.safeParse({ ...(await health()), feed: null, chain: null }).success).toBe(true);
  const metrics = createMetrics('games');
  const metered = suite.bus('games', metrics);
  subscribe(metered, happened, { durable: 'busy' }, () => Promise.reject(new Error('handler failed')));
  const lag = async () => (await collectHealth(suite.db, metered)).bus.lag;
  await expect.poll(lag).toMatchObject([{ consumer: 'busy', waiting: 1 }]);
  keepHeartbeat(suite.db, metered);
  await expect.poll(() => metrics.text()).toContain('events_pending{consumer="busy",service="games"} 1');
  await metered.close();
  await second.close();
  expect((await health()).replicas).toHaveLength(1);
});
