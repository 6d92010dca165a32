import { relayHealthRequest } from '@touchline/api/events/admin-services';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { expect, test } from 'vitest';
import type { Season } from '../snapshots/snapshots.ts';
import { getReadiness, relaySuite } from '../testing/relay-suite.ts';
import { waitForLive } from '../testing/waits.ts';
import { buildFeedNote, computeFeedAge } from './feed-note.ts';

const suite = relaySuite(dependencies);

test('relay reports the age of its data, feed faults and replicas', async () => {
  const relay = await suite.startRelay();
  await waitForLive(relay);
  const health = () => request(relay.bus, relayHealthRequest, {}, { timeoutMs: 10_000 });
  await expect.poll(health).toMatchObject({
    replicas: [{ id: expect.any(String) }],
    outbox: { waiting: expect.any(Number) },
    bus: { connected: true },
    feed: { season: expect.stringMatching(/^20\d\d/), age_seconds: expect.any(Number) },
    chain: null,
  });
  const faults = async () => (await health()).feed!.faults;
  const before = await faults();
  suite.feed.fail('/', (response) => void response.writeHead(503).end('The game is being updated.'));
  await expect.poll(faults).toBeGreaterThan(before);
  await expect.poll(async () => (await health()).feed!.age_seconds).toBeGreaterThan(0);
  const feed = { ok: true, detail: expect.stringMatching(/^last valid response [1-9]\d* s ago$/) };
  await expect.poll(() => getReadiness(relay)).toMatchObject({ status: 200, notes: { feed } });
});

/** Builds a season in which gameweek 1 is running and gameweek 2 is checked. `live`: times of their points in epoch ms. */
function buildSeason(live: [gameweek: number, fetched_at: number][]) {
  const gameweeks = [1, 2].map((id) => ({ id, data_checked: id === 2 }));
  const fixtures = gameweeks.map(({ id }) => ({ id, event: id, kickoff_time: '1970-01-01T00:00:00Z' }));
  return {
    bootstrap: { fetched_at: 0, content: { gameweeks } },
    fixtures: { fetched_at: 1_000, content: fixtures },
    live: new Map(live.map(([gameweek, fetched_at]) => [gameweek, { fetched_at }])),
  } as unknown as Season;
}

test('feed note fails after ten minutes, the threshold of the alert', () => {
  const season = buildSeason([]);
  expect([601, 602].map((seconds) => buildFeedNote(season, seconds * 1_000).ok)).toEqual([true, false]);
  expect(buildFeedNote(null, 0)).toEqual({ ok: false, detail: 'no valid response yet' });
});

test('feed age includes the points of running gameweeks, but not of checked ones', () => {
  const now = 61_000;
  expect(computeFeedAge(buildSeason([[1, 30_000]]), now)).toBe(60);
  expect(
    computeFeedAge(
      buildSeason([
        [1, -9_000],
        [2, -30_000],
      ]),
      now,
    ),
  ).toBe(70);
  expect(computeFeedAge(buildSeason([[2, 0]]), now)).toBe(60);
});
