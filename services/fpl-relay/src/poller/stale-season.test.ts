import * as wire from '@touchline/api/events/fpl-relay';
import * as parts from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/request';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildScript } from '../testing/feed-script.ts';
import { hasRecordedAnswers, recordedAnswers } from '../testing/recorded-answers.ts';
import { faultsOf, type Running, relaySuite } from '../testing/relay-under-test.ts';
import { alternate, buildOtherSeason, serve } from '../testing/seasons.ts';
import { liveNow, liveReady } from '../testing/waits.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;
const now = Date.now();

beforeEach(() => serve(suite.feed.script, buildScript(now)));

const seasonsOf = (relay: Running): Promise<string[]> => relay.db('seasons').orderBy('place').pluck('season');
const seasonNow = async (relay: Running) => (await request(relay.bus, wire.bootstrapRequest, {}))?.season;
const waitForSeason = (relay: Running, season: string) =>
  expect.poll(() => seasonNow(relay).catch(() => null), { timeout: 15_000 }).toBe(season);
/** Waits for so many more answers that are refused because of their season. */
async function refused(relay: Running, times = 3) {
  const before = await faultsOf(relay, 'season');
  const more = async () => (await faultsOf(relay, 'season')) - before;
  await expect.poll(more, { timeout: 15_000 }).toBeGreaterThanOrEqual(times);
}
/** Waits until the relay has stored an answer of the feed again. */
async function storesAgain(relay: Running) {
  suite.feed.script.elements[0] = { ...suite.feed.script.elements[0], now_cost: 77 };
  const price = async () => (await request(relay.bus, wire.bootstrapRequest, {}))?.players[0]?.price;
  await expect.poll(price, { timeout: 15_000 }).toBe(7.7);
}

describe('an answer of an earlier season', () => {
  test('is refused however often it comes, is counted, and is logged once', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const points = (await liveNow(relay))?.scores;
    const [season] = await seasonsOf(relay);
    serve(suite.feed.script, buildOtherSeason(now, -1));
    await refused(relay, 4);
    expect(await seasonsOf(relay)).toEqual([season]);
    expect(relay.warned.filter((reason) => /is of \d{4}, before \d{4}/.test(reason))).toHaveLength(1);
    expect((await liveNow(relay))?.scores).toEqual(points);
    serve(suite.feed.script, buildScript(now));
    await storesAgain(relay);
    expect(await seasonsOf(relay)).toEqual([season]);
  });

  test('is refused after a restart too', async () => {
    const first = await startRelay();
    await liveReady(first);
    const seasons = await seasonsOf(first);
    serve(suite.feed.script, buildOtherSeason(now, -1));
    await refused(first);
    await first.stop();
    const second = await startRelay();
    await refused(second);
    expect(await seasonsOf(second)).toEqual(seasons);
    serve(suite.feed.script, buildScript(now));
    await storesAgain(second);
    expect(await seasonsOf(second)).toEqual(seasons);
  });

  test('from before the first match of the same season begins no season either', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const early = buildOtherSeason(now, 0);
    for (const fixture of early.fixtures) fixture.code = 5000 + fixture.id;
    serve(suite.feed.script, early);
    await refused(relay);
    expect(await seasonsOf(relay)).toHaveLength(1);
    expect((await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[0]?.finished).toBe(true);
  });
});

describe('a later season', () => {
  test('begins once, when two polls in a row agree; then the season before is refused', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const [season] = await seasonsOf(relay);
    const next = String(Number(season) + 1);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await waitForSeason(relay, next);
    expect(relay.warned.filter((reason) => reason.includes('must confirm'))).toHaveLength(1);
    serve(suite.feed.script, buildScript(now));
    await refused(relay);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await storesAgain(relay);
    expect(await seasonsOf(relay)).toEqual([season, next]);
  });

  test('does not begin while the feed flaps between two seasons, nor by a restart in between', async () => {
    const first = await startRelay();
    await liveReady(first);
    const [season] = await seasonsOf(first);
    alternate(suite.feed.script, buildScript(now), buildOtherSeason(now, 1));
    await refused(first);
    await first.stop();
    const second = await startRelay();
    await refused(second);
    expect(await seasonsOf(second)).toEqual([season]);
    serve(suite.feed.script, buildOtherSeason(now, 1));
    await waitForSeason(second, String(Number(season) + 1));
    expect(await seasonsOf(second)).toHaveLength(2);
  });
});

describe('a known season', () => {
  test('is resumed instead of begun again, and followers learn of it', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const [season = ''] = await seasonsOf(relay);
    const before = await request(relay.bus, wire.bootstrapRequest, {});
    serve(suite.feed.script, buildOtherSeason(now, 0));
    await waitForSeason(relay, `${season}-2`);
    serve(suite.feed.script, buildScript(now));
    await waitForSeason(relay, season);
    expect(await seasonsOf(relay)).toEqual([`${season}-2`, season]);
    expect((await request(relay.bus, wire.bootstrapRequest, {}))?.version).toBe((before?.version ?? 0) + 1);
    expect(await liveNow(relay)).not.toBeNull();
  });
});

describe.runIf(hasRecordedAnswers)('the recorded answers of the FPL API', () => {
  const served = (moment: string) => serve(suite.feed.script, recordedAnswers(moment));

  test('roll over once, whatever stale answers come afterwards', { timeout: 60_000 }, async () => {
    served('2025-end');
    const relay = await startRelay(suite.feed.url, 10_000);
    await waitForSeason(relay, '2025');
    alternate(suite.feed.script, recordedAnswers('2025-end'), recordedAnswers('2026-pre'));
    await refused(relay);
    expect(await seasonsOf(relay)).toEqual(['2025']);
    served('2026-pre');
    await waitForSeason(relay, '2026');
    served('2025-end');
    await refused(relay);
    expect(await seasonNow(relay)).toBe('2026');
    served('2026-gw1');
    const isPlayed = async () =>
      (await request(relay.bus, wire.fixturesRequest, {}))?.fixtures.some((f) => f.started);
    await expect.poll(isPlayed, { timeout: 15_000 }).toBe(true);
    expect(await seasonsOf(relay)).toEqual(['2025', '2026']);
  });
});
