import * as wire from '@touchline/api/events/fpl-relay';
import * as football from '@touchline/api/http/fpl';
import * as parts from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/request';
import { describe, expect, test } from 'vitest';
import { runningLive } from '../testing/feed-script.ts';
import { faultsOf, get, parsed, readiness, ready, relaySuite } from '../testing/relay-under-test.ts';
import { FAULTS, TOO_MANY } from '../testing/scripted-feed.ts';
import { liveNow, liveReady, polledAgain } from '../testing/waits.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;

describe('changes of the feed', () => {
  test('publish one event each, with growing versions; an unchanged feed publishes none', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const subjects = () => new Set(relay.heard.map(({ subject }) => subject)).size;
    await expect.poll(subjects, { timeout: 10_000 }).toBe(4);
    await polledAgain(suite.feed);
    const quiet = relay.heard.length;
    await polledAgain(suite.feed);
    expect(relay.heard.length).toBe(quiet);
    const versions = () =>
      relay.heard.filter(({ subject }) => subject === 'fpl.fixtures.changed').map(({ version }) => version);
    const last = versions().at(-1) ?? 0;
    Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: 2, minutes: 31 });
    await expect.poll(() => versions().at(-1), { timeout: 10_000 }).toBe(last + 1);
  });

  test('a moved kick-off moves the gameweek', async () => {
    const relay = await startRelay();
    await ready(relay);
    const later = new Date(Date.now() + 200 * 3_600_000).toISOString();
    Object.assign(suite.feed.script.fixtures[4] as object, { kickoff_time: later });
    const startOf = async () =>
      (await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[2]?.start_time;
    await expect.poll(startOf, { timeout: 10_000 }).toBe(later);
    const { fixtures } = await parsed(relay, '/fpl/fixtures/3', football.gameweekFixtures.data);
    expect(fixtures[0]?.kickoff_time).toBe(later);
  });

  test('events wait in the outbox while NATS is down', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    await suite.nats.down();
    suite.feed.script.live.set(2, runningLive(1));
    const waiting = async () => (await relay.db('outbox').where({ subject: 'fpl.live.changed' })).length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
    await expect
      .poll(() => readiness(relay), { timeout: 3_000 })
      .toMatchObject({ status: 200, notes: { bus: { ok: false, detail: 'not connected; events are queued' } } });
    const before = relay.heard.length;
    await suite.nats.up();
    await expect.poll(() => relay.heard.length, { timeout: 15_000 }).toBeGreaterThan(before);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  });
});

describe('a faulty feed', () => {
  test.each(Object.keys(FAULTS))('A17 %s never replaces a good snapshot and causes no 5xx', async (name) => {
    const relay = await startRelay();
    await liveReady(relay);
    await polledAgain(suite.feed);
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
      live: (await liveNow(relay))?.scores,
      heard: relay.heard.length,
    };
    suite.feed.fail('/', FAULTS[name] ?? null);
    suite.feed.requested();
    // The relay has retried after a fault.
    await expect.poll(() => suite.feed.requested().length > 0, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => faultsOf(relay), { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    const after = { http: await contents(), live: (await liveNow(relay))?.scores, heard: relay.heard.length };
    expect(after).toEqual(before);
    suite.feed.fail('/', null);
    suite.feed.script.live.set(2, runningLive(1));
    const points = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points, { timeout: 15_000 }).toBe(5);
  });

  test('is left alone for as long as a 429 asks, the rest of the poll included', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    suite.feed.fail('/', TOO_MANY);
    const counted = async (faults: number) => {
      await expect.poll(() => faultsOf(relay), { timeout: 10_000, interval: 10 }).toBe(faults);
      return performance.now();
    };
    const first = await counted(1);
    suite.feed.requested();
    expect((await counted(2)) - first).toBeGreaterThan(800);
    expect(suite.feed.requested()).toHaveLength(1);
  });

  test('a fault in one answer does not affect the others', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    suite.feed.fail('/live/', FAULTS['an empty list'] ?? null);
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 60;
    const price = async () => (await request(relay.bus, wire.bootstrapRequest, {}))?.players[0]?.price;
    await expect.poll(price, { timeout: 10_000 }).toBe(6);
    expect((await liveNow(relay))?.scores.length).toBeGreaterThan(0);
  });

  test('after a restart without the feed the last good snapshot is served, marked as stale', async () => {
    const first = await startRelay();
    await liveReady(first);
    const before = (await get(first, '/fpl/bootstrap')).body.data;
    await first.stop();
    await first.db.destroy();
    const aside = suite.openDatabase();
    await aside('snapshots').update({ fetched_at: new Date(Date.now() - 3_600_000) });
    await aside.destroy();
    const second = await startRelay('http://127.0.0.1:9/');
    const { status, body } = await get(second, '/fpl/bootstrap');
    expect(status).toBe(200);
    expect(body.data.players).toEqual(before.players);
    expect(body.data.stale).toBe(true);
    expect(Date.now() - Date.parse(body.data.updated_at)).toBeGreaterThan(3_500_000);
    await liveReady(second);
  });
});
