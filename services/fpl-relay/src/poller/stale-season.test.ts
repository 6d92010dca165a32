import * as wire from '@touchline/api/events/fpl-relay';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildScript } from '../testing/feed-script.ts';
import { hasRecordedResponses, readRecordedResponses } from '../testing/recorded-responses.ts';
import { countFaults, type RunningRelay, relaySuite } from '../testing/relay-suite.ts';
import { alternate, buildOtherSeason, serve } from '../testing/seasons.ts';
import { requestLive, waitForLive } from '../testing/waits.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;
const now = Date.now();

beforeEach(() => serve(suite.feed.script, buildScript(now)));

const listSeasons = (relay: RunningRelay): Promise<string[]> =>
  relay.db('seasons').orderBy('place').pluck('season');
const getSeason = async (relay: RunningRelay) =>
  (await request(relay.bus, wire.bootstrapRequest, {}))?.season;
const waitForSeason = (relay: RunningRelay, season: string) =>
  expect.poll(() => getSeason(relay).catch(() => null)).toBe(season);
/** Waits for more responses that are rejected because of their season. */
async function waitForRejections(relay: RunningRelay, times = 3) {
  const before = await countFaults(relay, 'season');
  const more = async () => (await countFaults(relay, 'season')) - before;
  await expect.poll(more).toBeGreaterThanOrEqual(times);
}
/** Waits until the relay has stored a feed response again. */
async function waitForStore(relay: RunningRelay) {
  suite.feed.script.elements[0] = { ...suite.feed.script.elements[0], now_cost: 77 };
  const price = async () => (await request(relay.bus, wire.bootstrapRequest, {}))?.players[0]?.price;
  await expect.poll(price).toBe(7.7);
}

describe('earlier season', () => {
  test('responses of an earlier season are rejected every time, counted, and logged once', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const points = (await requestLive(relay))?.scores;
    const [season] = await listSeasons(relay);
    serve(suite.feed.script, buildOtherSeason(now, -1));
    await waitForRejections(relay, 4);
    expect(await listSeasons(relay)).toEqual([season]);
    expect(relay.warnings.filter((reason) => /is of season \d{4}, before \d{4}/.test(reason))).toHaveLength(
      1,
    );
    expect((await requestLive(relay))?.scores).toEqual(points);
    serve(suite.feed.script, buildScript(now));
    await waitForStore(relay);
    expect(await listSeasons(relay)).toEqual([season]);
  });

  test('responses of an earlier season are rejected after a restart', async () => {
    const first = await startRelay();
    await waitForLive(first);
    const seasons = await listSeasons(first);
    serve(suite.feed.script, buildOtherSeason(now, -1));
    await waitForRejections(first);
    await first.stop();
    const second = await startRelay();
    await waitForRejections(second);
    expect(await listSeasons(second)).toEqual(seasons);
    serve(suite.feed.script, buildScript(now));
    await waitForStore(second);
    expect(await listSeasons(second)).toEqual(seasons);
  });

  test('responses from before the first match of the stored season do not start a season', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const early = buildOtherSeason(now, 0);
    for (const fixture of early.fixtures) fixture.code = 5000 + fixture.id;
    serve(suite.feed.script, early);
    await waitForRejections(relay);
    expect(await listSeasons(relay)).toHaveLength(1);
    expect((await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[0]?.finished).toBe(true);
  });
});

describe('later season', () => {
  test('a later season starts when two consecutive polls agree; then the previous season is rejected', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const [season] = await listSeasons(relay);
    const next = String(Number(season) + 1);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await waitForSeason(relay, next);
    expect(relay.warnings.filter((reason) => reason.includes('must confirm'))).toHaveLength(1);
    serve(suite.feed.script, buildScript(now));
    await waitForRejections(relay);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await waitForStore(relay);
    expect(await listSeasons(relay)).toEqual([season, next]);
  });

  test('a later season does not start while the feed alternates between two seasons, even after a restart', async () => {
    const first = await startRelay();
    await waitForLive(first);
    const [season] = await listSeasons(first);
    alternate(suite.feed.script, buildScript(now), buildOtherSeason(now, 1));
    await waitForRejections(first);
    await first.stop();
    const second = await startRelay();
    await waitForRejections(second);
    expect(await listSeasons(second)).toEqual([season]);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await waitForSeason(second, String(Number(season) + 1));
    expect(await listSeasons(second)).toHaveLength(2);
  });
});

describe('stored season', () => {
  test('a stored season is resumed instead of created again, and is published', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const [season = ''] = await listSeasons(relay);
    const before = await request(relay.bus, wire.bootstrapRequest, {});
    serve(suite.feed.script, buildOtherSeason(now, 0));
    await waitForSeason(relay, `${season}-2`);
    serve(suite.feed.script, buildScript(now));
    await waitForSeason(relay, season);
    expect(await listSeasons(relay)).toEqual([`${season}-2`, season]);
    expect((await request(relay.bus, wire.bootstrapRequest, {}))?.version).toBe((before?.version ?? 0) + 1);
    expect(await requestLive(relay)).not.toBeNull();
  });
});

describe.runIf(hasRecordedResponses)('recorded responses of the FPL API', () => {
  const serveRecorded = (snapshot: string) => serve(suite.feed.script, readRecordedResponses(snapshot));

  test('season changes once, regardless of later stale responses', async () => {
    serveRecorded('2025-end');
    const relay = await startRelay(suite.feed.url, 10_000);
    await waitForSeason(relay, '2025');
    alternate(suite.feed.script, readRecordedResponses('2025-end'), readRecordedResponses('2026-pre'));
    await waitForRejections(relay);
    expect(await listSeasons(relay)).toEqual(['2025']);
    serveRecorded('2026-pre');
    await waitForSeason(relay, '2026');
    serveRecorded('2025-end');
    await waitForRejections(relay);
    expect(await getSeason(relay)).toBe('2026');
    serveRecorded('2026-gw1');
    const isPlayed = async () =>
      (await request(relay.bus, wire.fixturesRequest, {}))?.fixtures.some((f) => f.started);
    await expect.poll(isPlayed).toBe(true);
    expect(await listSeasons(relay)).toEqual(['2025', '2026']);
  });
});
