import * as wire from '@touchline/api/events/fpl-relay';
import * as parts from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/request';
import { describe, expect, test } from 'vitest';
import { buildScript } from '../testing/feed-script.ts';
import { get, relaySuite } from '../testing/relay-under-test.ts';
import { liveNow, liveReady, polledAgain } from '../testing/waits.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;

describe('a new season', () => {
  test('does not begin when one flag of the first gameweek flips', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const { season } = (await get(relay, '/fpl/bootstrap')).body.data;
    Object.assign(suite.feed.script.events[0] as object, { finished: false, data_checked: false });
    const now = async () => (await get(relay, '/fpl/bootstrap')).body.data;
    await expect.poll(async () => (await now()).gameweeks[0].finished, { timeout: 10_000 }).toBe(false);
    expect((await now()).season).toBe(season);
    expect(await liveNow(relay)).not.toBeNull();
  });

  test('gets an id of its own, also in the same year, once gameweeks and fixtures agree', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const before = (await get(relay, '/fpl/bootstrap')).body.data.season as string;
    const next = buildScript(Date.now() + 300 * 3_600_000);
    for (const event of next.events)
      Object.assign(event, {
        finished: false,
        data_checked: false,
        is_current: false,
        is_next: event.id === 1,
      });
    for (const fixture of next.fixtures)
      Object.assign(fixture, {
        code: fixture.id + 9000,
        started: false,
        finished: false,
        finished_provisional: false,
        stats: [],
      });
    // The feed changes one answer after the other; the seasons must not be mixed.
    suite.feed.script.events = next.events;
    await polledAgain(suite.feed);
    expect((await get(relay, '/fpl/bootstrap')).body.data.season).toBe(before);
    suite.feed.script.fixtures = next.fixtures;
    const season = async () => (await get(relay, '/fpl/bootstrap')).body.data.season;
    await expect.poll(season, { timeout: 10_000 }).not.toBe(before);
    expect(await liveNow(relay)).toBeNull();
    expect((await request(relay.bus, wire.fixturesRequest, {}))?.version).toBe(1);
  });
});
