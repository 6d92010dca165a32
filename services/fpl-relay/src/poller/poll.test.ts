import * as wire from '@touchline/api/events/fpl-relay';
import * as football from '@touchline/api/http/fpl';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { describe, expect, test } from 'vitest';
import { buildRunningLive } from '../testing/feed-script.ts';
import {
  countFaults,
  get,
  getData,
  getReadiness,
  relaySuite,
  waitUntilReady,
} from '../testing/relay-suite.ts';
import { FAULTS, STALLS, TOO_MANY } from '../testing/scripted-feed.ts';
import { countEvents, requestLive, waitForLive, waitForPolls } from '../testing/waits.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;

describe('feed changes', () => {
  test('each change publishes one event with the next version, and an unchanged feed publishes none', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const subjects = () => new Set(relay.received.map(({ subject }) => subject)).size;
    await expect.poll(subjects).toBe(4);
    await waitForPolls(suite.feed);
    const before = await countEvents(relay);
    await waitForPolls(suite.feed);
    expect(await countEvents(relay)).toBe(before);
    const versions = () =>
      relay.received
        .filter(({ subject }) => subject === 'fpl.fixtures.changed')
        .map(({ version }) => version);
    const last = versions().at(-1) ?? 0;
    Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: 2, minutes: 31 });
    await expect.poll(() => versions().at(-1)).toBe(last + 1);
  });

  test('a moved kick-off changes the start of the gameweek', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const later = new Date(Date.now() + 200 * 3_600_000).toISOString();
    Object.assign(suite.feed.script.fixtures[4] as object, { kickoff_time: later });
    const getStart = async () =>
      (await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[2]?.start_time;
    await expect.poll(getStart).toBe(later);
    const { fixtures } = await getData(relay, '/fpl/fixtures/3', football.gameweekFixtures.data);
    expect(fixtures[0]?.kickoff_time).toBe(later);
  });

  test('events wait in the outbox while NATS is down', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    await suite.nats.down();
    suite.feed.script.live.set(2, buildRunningLive(1));
    const waiting = async () => (await relay.db('outbox').where({ subject: 'fpl.live.changed' })).length;
    await expect.poll(waiting).toBe(1);
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
    await expect
      .poll(() => getReadiness(relay))
      .toMatchObject({
        status: 200,
        notes: { bus: { ok: false, detail: 'not connected; events are queued' } },
      });
    const before = relay.received.length;
    await suite.nats.up();
    await expect.poll(() => relay.received.length).toBeGreaterThan(before);
    await expect.poll(waiting).toBe(0);
  });
});

describe('feed faults', () => {
  test.each(Object.keys(FAULTS))('A17 %s never replaces a valid snapshot and causes no 5xx', async (name) => {
    const relay = await startRelay(suite.feed.url, STALLS.includes(name) ? 400 : undefined);
    await waitForLive(relay);
    await waitForPolls(suite.feed);
    const paths = [
      '/fpl/bootstrap',
      '/fpl/gameweek/current',
      '/fpl/teams',
      '/fpl/fixtures',
      '/fpl/fixtures/2',
    ];
    const contents = async () =>
      Promise.all(
        paths.map(async (path) => ({ ...(await get(relay, path)).body.data, updated_at: '', stale: false })),
      );
    const before = {
      http: await contents(),
      live: (await requestLive(relay))?.scores,
      events: await countEvents(relay),
    };
    suite.feed.fail('/', FAULTS[name] ?? null);
    suite.feed.takeRequests();
    // Wait until the relay has retried.
    await expect.poll(() => suite.feed.takeRequests().length > 0).toBe(true);
    await expect.poll(() => countFaults(relay)).toBeGreaterThanOrEqual(2);
    const after = {
      http: await contents(),
      live: (await requestLive(relay))?.scores,
      events: await countEvents(relay),
    };
    expect(after).toEqual(before);
    suite.feed.fail('/', null);
    suite.feed.script.live.set(2, buildRunningLive(1));
    const points = async () => (await requestLive(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points).toBe(5);
  });

  test('a 429 response pauses all requests for its Retry-After time', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    suite.feed.fail('/', TOO_MANY);
    const before = suite.feed.arrivals.length;
    await expect.poll(() => countFaults(relay)).toBeGreaterThanOrEqual(2);
    const arrivals = suite.feed.arrivals.slice(before);
    const pauses = arrivals.slice(1).map((at, index) => at - arrivals[index]!);
    expect(Math.min(...pauses)).toBeGreaterThan(900);
  });

  test('a fault in one response does not affect the others', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    suite.feed.fail('/live/', FAULTS['an empty list'] ?? null);
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 60;
    const price = async () => (await request(relay.bus, wire.bootstrapRequest, {}))?.players[0]?.price;
    await expect.poll(price).toBe(6);
    expect((await requestLive(relay))?.scores.length).toBeGreaterThan(0);
  });

  test('a restart without the feed serves the last valid snapshot, marked as stale', async () => {
    const first = await startRelay();
    await waitForLive(first);
    const before = (await get(first, '/fpl/bootstrap')).body.data;
    await first.stop();
    await first.db.destroy();
    const separateDb = suite.openDatabase();
    await separateDb('snapshots').update({ fetched_at: new Date(Date.now() - 3_600_000) });
    await separateDb.destroy();
    const second = await startRelay('http://127.0.0.1:9/');
    const { status, body } = await get(second, '/fpl/bootstrap');
    expect(status).toBe(200);
    expect(body.data.players).toEqual(before.players);
    expect(body.data.stale).toBe(true);
    expect(Date.now() - Date.parse(body.data.updated_at)).toBeGreaterThan(3_500_000);
    await waitForLive(second);
  });
});
