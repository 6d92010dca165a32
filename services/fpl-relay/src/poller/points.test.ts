import * as wire from '@touchline/api/events/fpl-relay';
import * as parts from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/request';
import { describe, expect, test } from 'vitest';
import { liveOf, runningLive } from '../testing/feed-script.ts';
import { relaySuite } from '../testing/relay-under-test.ts';
import { FAULTS } from '../testing/scripted-feed.ts';
import { liveNow, liveReady, polledAgain } from '../testing/waits.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;

describe('points', () => {
  test('each fixture of a double gameweek has its own points and BPS; managers are left out', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const live = await liveNow(relay);
    const of = (player: number, fixture: number) =>
      live?.scores.find((score) => score.player === player && score.fixture === fixture);
    expect(of(1, 2)).toMatchObject({ points: 1, minutes: 30, cards: 0, bps: 21, bonus: 0 });
    expect(of(1, 3)).toMatchObject({ points: 0, minutes: 0, bps: 0 });
    expect(of(2, 2)).toMatchObject({ points: 0, minutes: 30, cards: 1, bps: 7 });
    expect(live?.scores.some(({ player }) => player === 9)).toBe(false);
  });

  test('a goal is published as an event, and the answer has the new points', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    const before = await liveNow(relay);
    suite.feed.script.live.set(2, runningLive(1));
    const isNews = () =>
      relay.heard.some(
        ({ subject, version }) => subject === 'fpl.live.changed' && version > (before?.version ?? 0),
      );
    await expect.poll(isNews, { timeout: 10_000 }).toBe(true);
    const after = await liveNow(relay);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    expect(after?.scores.find(({ player, fixture }) => player === 1 && fixture === 2)?.points).toBe(5);
  });

  test('points may go down', async () => {
    suite.feed.script.live.set(2, runningLive(2));
    const relay = await startRelay();
    await liveReady(relay);
    suite.feed.script.live.set(2, runningLive(1));
    const pointsNow = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(pointsNow, { timeout: 10_000 }).toBe(5);
  });

  test('explained points that differ from the total are counted, once per change', async () => {
    const wrong = runningLive(1);
    (wrong.elements[0] as { stats: { total_points: number } }).stats.total_points = 11;
    suite.feed.script.live.set(2, wrong);
    const relay = await startRelay();
    await liveReady(relay);
    await polledAgain(suite.feed);
    expect(await relay.metrics.text()).toMatch(/feed_points_mismatches_total\{[^}]*\} 1\n/);
  });

  test('live lists are read of running gameweeks, not of checked or future ones', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    await liveReady(relay, 1);
    suite.feed.requested();
    const lives = new Set<string>();
    const looks = () => {
      const paths = suite.feed.requested().filter((path) => path.includes('/live/'));
      for (const path of paths) lives.add(path);
      return paths.length;
    };
    await expect.poll(looks, { timeout: 10_000, interval: 500 }).toBeGreaterThanOrEqual(2);
    expect([...lives]).toEqual(['/api/event/2/live/']);
    expect(await liveNow(relay, 3)).toBeNull();
  });

  test('gameweeks that were checked before the first poll are read once each, without an event', async () => {
    addCheckedGameweek();
    const relay = await startRelay();
    await liveReady(relay);
    await liveReady(relay, 1);
    await polledAgain(suite.feed);
    const times = [1, 4].map((gameweek) => suite.feed.timesRequested(`/api/event/${gameweek}/live/`));
    expect(times).toEqual([1, 1]);
    expect(relay.heard.filter(({ gameweek }) => gameweek !== undefined && gameweek !== 2)).toEqual([]);
  });

  test('a past gameweek that fails delays neither the others nor the polling', async () => {
    addCheckedGameweek();
    suite.feed.fail('/event/4/live/', FAULTS['an empty list'] ?? null);
    const relay = await startRelay();
    await liveReady(relay, 1);
    suite.feed.script.live.set(2, runningLive(1));
    const points = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points, { timeout: 10_000 }).toBe(5);
    suite.feed.fail('/event/4/live/', null);
    await liveReady(relay, 4);
  });

  /** Adds gameweek 4 as another past one: checked, with a match. */
  function addCheckedGameweek() {
    const { script } = suite.feed;
    const [event, fixture] = [script.events[0], script.fixtures[0]];
    script.events.push({ ...event, id: 4, name: 'Gameweek 4' });
    script.fixtures.push({ ...fixture!, id: 44, code: 5044, event: 4 });
    script.live.set(4, { elements: [liveOf(1, 2, [[44, 'minutes', 90, 2]])] });
  }

  test('a gameweek is shown as checked only after its points were read again', async () => {
    const relay = await startRelay();
    await liveReady(relay);
    suite.feed.fail('/live/', FAULTS['an empty list'] ?? null);
    suite.feed.script.live.set(2, runningLive(3));
    Object.assign(suite.feed.script.events[1] as object, { finished: true, data_checked: true });
    await polledAgain(suite.feed);
    const checked = async () =>
      (await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[1]?.data_checked;
    expect(await checked()).toBe(false);
    suite.feed.fail('/live/', null);
    await expect.poll(checked, { timeout: 10_000 }).toBe(true);
    const live = await liveNow(relay);
    expect(live?.scores.find(({ player }) => player === 1)?.points).toBe(13);
  });
});
