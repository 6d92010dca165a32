import * as wire from '@touchline/api/events/fpl-relay';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { describe, expect, test } from 'vitest';
import { get, relaySuite } from '../testing/relay-suite.ts';
import { buildOtherSeason } from '../testing/seasons.ts';
import { requestLive, waitForLive, waitForPolls } from '../testing/waits.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;

describe('new season', () => {
  test('a season does not start when one flag of the first gameweek changes', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const { season } = (await get(relay, '/fpl/bootstrap')).body.data;
    Object.assign(suite.feed.script.events[0] as object, { finished: false, data_checked: false });
    const now = async () => (await get(relay, '/fpl/bootstrap')).body.data;
    await expect.poll(async () => (await now()).gameweeks[0].finished).toBe(false);
    expect((await now()).season).toBe(season);
    expect(await requestLive(relay)).not.toBeNull();
  });

  test('a season in the same year gets its own id once gameweeks and fixtures agree', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const before = (await get(relay, '/fpl/bootstrap')).body.data.season as string;
    const next = buildOtherSeason(Date.now() + 300 * 3_600_000, 0);
    // The year of a season is that of its first deadline; at the end of December, the matches may be in the next one.
    Object.assign(next.events[0]!, { deadline_time: suite.feed.script.events[0]!.deadline_time });
    // The feed changes one resource after the other; the relay must not mix the seasons.
    suite.feed.script.events = next.events;
    await waitForPolls(suite.feed);
    expect((await get(relay, '/fpl/bootstrap')).body.data.season).toBe(before);
    suite.feed.script.fixtures = next.fixtures;
    const season = async () => (await get(relay, '/fpl/bootstrap')).body.data.season;
    await expect.poll(season).toBe(`${before}-2`);
    expect(await requestLive(relay)).toBeNull();
    expect((await request(relay.bus, wire.fixturesRequest, {}))?.version).toBe(1);
  });
});
