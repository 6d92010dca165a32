import { relayHealthRequest } from '@touchline/api/events/admin-services';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { expect, test } from 'vitest';
import { getReadiness, relaySuite } from '../testing/relay-suite.ts';
import { waitForLive } from '../testing/waits.ts';
import { buildFeedNote } from './feed-note.ts';

const suite = relaySuite(dependencies);

test('relay reports the age of its data, feed faults and replicas', async () => {
  const relay = await suite.startRelay();
  await waitForLive(relay);
  const health = () => request(relay.bus, relayHealthRequest, {}, { timeoutMs: 10_000 });
  await expect.poll(health, { timeout: 10_000 }).toMatchObject({
    replicas: [{ id: expect.any(String) }],
    outbox: { waiting: expect.any(Number) },
    bus: { connected: true },
    feed: { season: expect.stringMatching(/^20\d\d/), age_seconds: expect.any(Number) },
    chain: null,
  });
  const faults = async () => (await health()).feed!.faults;
  const before = await faults();
  suite.feed.fail('/', (response) => void response.writeHead(503).end('The game is being updated.'));
  await expect.poll(faults, { timeout: 10_000 }).toBeGreaterThan(before);
  await expect.poll(async () => (await health()).feed!.age_seconds, { timeout: 10_000 }).toBeGreaterThan(0);
  const feed = { ok: true, detail: expect.stringMatching(/^last valid response [1-9]\d* s ago$/) };
  await expect
    .poll(() => getReadiness(relay), { timeout: 5_000 })
    .toMatchObject({ status: 200, notes: { feed } });
});

test('feed note fails after ten minutes, the threshold of the alert', () => {
  const season = { bootstrap: { fetched_at: 0 }, fixtures: { fetched_at: 1_000 } };
  expect([601, 602].map((seconds) => buildFeedNote(season, seconds * 1_000).ok)).toEqual([true, false]);
  expect(buildFeedNote(null, 0)).toEqual({ ok: false, detail: 'no valid response yet' });
});
