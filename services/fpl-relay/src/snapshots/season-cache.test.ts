import * as wire from '@touchline/api/events/fpl-relay';
import * as parts from '@touchline/local-stack/testing';
import { getDatabaseInfo, openDatabase } from '@touchline/service-kit/database';
import { subscribe } from '@touchline/service-kit/subscribe';
import { describe, expect, test } from 'vitest';
import { runningLive } from '../testing/feed-script.ts';
import { get, type Running, ready, relaySuite } from '../testing/relay-under-test.ts';
import { liveReady } from '../testing/waits.ts';
import { createSeasonCache } from './season-cache.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;

describe('replicas', () => {
  test('one polls the feed, the other serves the same data and takes over', async () => {
    const first = await startRelay();
    await liveReady(first);
    const second = await startRelay();
    await ready(second);
    suite.feed.script.live.set(2, runningLive(1));
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 70;
    const price = async () => (await get(second, '/fpl/bootstrap')).body.data.players[0].price;
    await expect.poll(price, { timeout: 10_000 }).toBe(7);
    await first.stop();
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 80;
    await expect.poll(price, { timeout: 10_000 }).toBe(8);
  });
});

describe('an answer', () => {
  test('is never older than the event before it, on any replica', async () => {
    const [first, second] = [await startRelay(), await startRelay()];
    await liveReady(first);
    await ready(second);
    const versionAt = async (relay: Running) => {
      const { headers } = await get(relay, '/fpl/fixtures');
      return Number(/\.(\d+)"$/.exec(headers.get('etag') ?? '')?.[1]);
    };
    const answered: { told: number; given: number[] }[] = [];
    subscribe(first.bus, wire.fixturesChanged, { durable: 'reader' }, async ({ version }) => {
      answered.push({ told: version, given: await Promise.all([first, second].map(versionAt)) });
    });
    for (let score = 11; score <= 15; score++) {
      Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: score });
      const before = answered.length;
      await expect.poll(() => answered.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before);
    }
    for (const { told, given } of answered)
      for (const version of given) expect(version).toBeGreaterThanOrEqual(told);
  });

  test('comes from memory while this process stores alone, but not once it has stored', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const { url, schema } = getDatabaseInfo(relay.db);
    const own = openDatabase(url, schema);
    let statements = 0;
    own.on('query', () => {
      statements += 1;
    });
    const cache = createSeasonCache(own, () => true);
    const season = await cache.refresh();
    const before = statements;
    for (let call = 0; call < 100; call += 1) expect((await cache.latest())?.id).toBe(season?.id);
    expect(statements).toBe(before);
    await cache.storing(async () => {
      await cache.latest();
      expect(statements).toBeGreaterThan(before);
    });
    const during = statements;
    await cache.latest();
    expect(statements).toBeGreaterThan(during);
    await own.destroy();
  });

  test('comes from memory while Postgres is down', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    await relay.db.destroy();
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
  });
});
