import * as wire from '@touchline/api/events/fpl-relay';
import * as dependencies from '@touchline/local-stack/testing';
import { getDatabaseInfo, openDatabase } from '@touchline/service-kit/data/database';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { describe, expect, test } from 'vitest';
import { buildRunningLive } from '../testing/feed-script.ts';
import { get, type RunningRelay, relaySuite, waitUntilReady } from '../testing/relay-suite.ts';
import { waitForLive } from '../testing/waits.ts';
import { createSeasonCache } from './season-cache.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;

describe('replicas', () => {
  test('one replica polls the feed, and the other serves the same data and takes over', async () => {
    const first = await startRelay();
    await waitForLive(first);
    const second = await startRelay();
    await waitUntilReady(second);
    suite.feed.script.live.set(2, buildRunningLive(1));
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 70;
    const price = async () => (await get(second, '/fpl/bootstrap')).body.data.players[0].price;
    await expect.poll(price).toBe(7);
    await first.stop();
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 80;
    await expect.poll(price).toBe(8);
  });
});

describe('season cache', () => {
  test('response is never older than the preceding event, on any replica', async () => {
    const [first, second] = [await startRelay(), await startRelay()];
    await waitForLive(first);
    await waitUntilReady(second);
    const versionAt = async (relay: RunningRelay) => {
      const { headers } = await get(relay, '/fpl/fixtures');
      return Number(/\.(\d+)"$/.exec(headers.get('etag') ?? '')?.[1]);
    };
    const results: { published: number; served: number[] }[] = [];
    subscribe(first.bus, wire.fixturesChanged, { durable: 'subscriber' }, async ({ version }) => {
      results.push({ published: version, served: await Promise.all([first, second].map(versionAt)) });
    });
    for (let score = 11; score <= 15; score++) {
      Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: score });
      const before = results.length;
      await expect.poll(() => results.length, { interval: 5 }).toBeGreaterThan(before);
    }
    for (const { published, served } of results)
      for (const version of served) expect(version).toBeGreaterThanOrEqual(published);
  });

  test('season comes from memory while this process is the only writer, but not after a write', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
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
    await cache.trackStore(async () => {
      await cache.latest();
      expect(statements).toBeGreaterThan(before);
    });
    const during = statements;
    await cache.latest();
    expect(statements).toBeGreaterThan(during);
    await own.destroy();
  });

  test('season comes from memory while Postgres is down', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    await relay.db.destroy();
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
  });
});
