import * as wire from '@touchline/api/events/fpl-relay';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { describe, expect, test } from 'vitest';
import { buildFinishedLive, buildLive, buildRunningLive } from '../testing/feed-script.ts';
import { countFaults, type RunningRelay, relaySuite } from '../testing/relay-suite.ts';
import { FAULTS } from '../testing/scripted-feed.ts';
import { requestLive, waitForLive, waitForPolls } from '../testing/waits.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;

describe('points', () => {
  test('relay stores points and BPS per fixture of a double gameweek, without managers', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const live = await requestLive(relay);
    const findScore = (player: number, fixture: number) =>
      live?.scores.find((score) => score.player === player && score.fixture === fixture);
    expect(findScore(1, 2)).toMatchObject({ points: 1, minutes: 30, cards: 0, bps: 21, bonus: 0 });
    expect(findScore(1, 3)).toMatchObject({ points: 0, minutes: 0, bps: 0 });
    expect(findScore(2, 2)).toMatchObject({ points: 0, minutes: 30, cards: 1, bps: 7 });
    expect(live?.scores.some(({ player }) => player === 9)).toBe(false);
  });

  test('a goal publishes an event, and the following reply has the new points', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const before = await requestLive(relay);
    suite.feed.script.live.set(2, buildRunningLive(1));
    const isPublished = () =>
      relay.received.some(
        ({ subject, version }) => subject === 'fpl.live.changed' && version > (before?.version ?? 0),
      );
    await expect.poll(isPublished).toBe(true);
    const after = await requestLive(relay);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    expect(after?.scores.find(({ player, fixture }) => player === 1 && fixture === 2)?.points).toBe(5);
  });

  test('relay stores lower points after a correction', async () => {
    suite.feed.script.live.set(2, buildRunningLive(2));
    const relay = await startRelay();
    await waitForLive(relay);
    suite.feed.script.live.set(2, buildRunningLive(1));
    const pointsNow = async () =>
      (await requestLive(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(pointsNow).toBe(5);
  });

  test('relay counts explained points that differ from the total once per change', async () => {
    const wrong = buildRunningLive(1);
    (wrong.elements[0] as { stats: { total_points: number } }).stats.total_points = 11;
    suite.feed.script.live.set(2, wrong);
    const relay = await startRelay();
    await waitForLive(relay);
    await waitForPolls(suite.feed);
    expect(await relay.metrics.text()).toMatch(/feed_points_mismatches_total\{[^}]*\} 1\n/);
  });

  test('relay reads live lists of running gameweeks only', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    await waitForLive(relay, 1);
    suite.feed.takeRequests();
    const reads: string[] = [];
    const countReads = () => {
      reads.push(...suite.feed.takeRequests().filter((path) => path.includes('/live/')));
      return reads.length;
    };
    await expect.poll(countReads).toBeGreaterThanOrEqual(2);
    expect([...new Set(reads)]).toEqual(['/api/event/2/live/']);
    expect(await requestLive(relay, 3)).toBeNull();
  });

  test('relay reads gameweeks checked before the first poll once, without an event', async () => {
    addCheckedGameweek();
    const relay = await startRelay();
    await waitForLive(relay);
    await waitForLive(relay, 1);
    await waitForPolls(suite.feed);
    const times = [1, 4].map((gameweek) => suite.feed.countRequests(`/api/event/${gameweek}/live/`));
    expect(times).toEqual([1, 1]);
    expect(relay.received.filter(({ gameweek }) => gameweek !== undefined && gameweek !== 2)).toEqual([]);
  });

  test('a failing past gameweek delays neither the others nor polling', async () => {
    addCheckedGameweek();
    suite.feed.fail('/event/4/live/', FAULTS['an empty list'] ?? null);
    const relay = await startRelay();
    await waitForLive(relay, 1);
    suite.feed.script.live.set(2, buildRunningLive(1));
    const points = async () => (await requestLive(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points).toBe(5);
    suite.feed.fail('/event/4/live/', null);
    await waitForLive(relay, 4);
  });

  /** Adds gameweek 4 as a checked gameweek with a match. */
  function addCheckedGameweek() {
    const { script } = suite.feed;
    const [event, fixture] = [script.events[0], script.fixtures[0]];
    script.events.push({ ...event, id: 4, name: 'Gameweek 4' });
    script.fixtures.push({ ...fixture!, id: 44, code: 5044, event: 4 });
    script.live.set(4, { elements: [buildLive(1, 2, [[44, 'minutes', 90, 2]])] });
  }

  test('relay reports a gameweek as checked only after reading its points again', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    suite.feed.fail('/live/', FAULTS['an empty list'] ?? null);
    finishMatches(buildFinishedLive(3));
    checkGameweek();
    await waitForPolls(suite.feed);
    expect(await isChecked(relay)).toBe(false);
    suite.feed.fail('/live/', null);
    await expect.poll(() => isChecked(relay)).toBe(true);
    const live = await requestLive(relay);
    expect(live?.scores.find(({ player }) => player === 1)?.points).toBe(13);
  });

  test('relay reports a gameweek as checked only when its matches are finished, so their bonus counts', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    suite.feed.fail('/fixtures/', FAULTS['a 503 page'] ?? null);
    const striker = buildLive(1, 5, [
      [2, 'minutes', 90, 2],
      [2, 'bonus', 3, 3],
    ]);
    finishMatches({ elements: [striker, ...buildFinishedLive().elements.slice(1)] });
    checkGameweek();
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 60;
    const bootstrap = () => request(relay.bus, wire.bootstrapRequest, {});
    await expect.poll(async () => (await bootstrap())?.players[0]?.price).toBe(6);
    expect(await isChecked(relay)).toBe(false);
    suite.feed.fail('/fixtures/', null);
    await expect.poll(() => isChecked(relay)).toBe(true);
    const live = await requestLive(relay);
    const score = live?.scores.find(({ player, fixture }) => player === 1 && fixture === 2);
    expect(score).toMatchObject({ points: 5, bonus: 3 });
  });

  test('relay rejects a first list of points that lacks players', async () => {
    suite.feed.script.live.set(2, { elements: buildRunningLive().elements.slice(1) });
    const relay = await startRelay();
    await expect.poll(() => countFaults(relay, 'incomplete')).toBeGreaterThan(0);
    expect(await requestLive(relay)).toBeNull();
    suite.feed.script.live.set(2, buildRunningLive(1));
    await waitForLive(relay);
    expect((await requestLive(relay))?.scores.find(({ player }) => player === 1)?.points).toBe(5);
  });

  test.each<[string, (id: number) => ReturnType<typeof buildLive>]>([
    ['has none', (id) => buildLive(id, 0, [])],
    ['has 0 minutes for each player', (id) => buildLive(id, 0, [[2, 'minutes', 0, 0]])],
    ['has 0 minutes for each player of a match', (id) => buildRunningLive().elements[id - 1]!],
  ])('relay keeps its points while a checked gameweek %s', async (_points, build) => {
    suite.feed.script.live.set(2, buildRunningLive(1));
    const relay = await startRelay();
    await waitForLive(relay);
    const before = await requestLive(relay);
    suite.feed.fail('/live/', FAULTS['a 503 page'] ?? null);
    finishMatches();
    checkGameweek();
    // From here on, every poll knows that the gameweek is checked.
    await waitForPolls(suite.feed);
    suite.feed.script.live.set(2, { elements: [1, 2, 3, 4].map(build) });
    suite.feed.fail('/live/', null);
    await expect.poll(() => countFaults(relay, 'empty')).toBeGreaterThan(0);
    expect(await isChecked(relay)).toBe(false);
    expect((await requestLive(relay))?.scores).toEqual(before?.scores);
  });

  test('relay keeps its points while a checked gameweek lacks a player with points', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    const before = await requestLive(relay);
    suite.feed.script.live.set(2, { elements: buildRunningLive().elements.slice(1) });
    finishMatches();
    checkGameweek();
    await expect.poll(() => countFaults(relay, 'incomplete')).toBeGreaterThan(0);
    expect(await isChecked(relay)).toBe(false);
    expect((await requestLive(relay))?.scores).toEqual(before?.scores);
    suite.feed.script.live.set(2, buildFinishedLive(1));
    await expect.poll(() => isChecked(relay)).toBe(true);
    expect((await requestLive(relay))?.scores.find(({ player }) => player === 1)?.points).toBe(5);
  });

  test('relay reports a gameweek as checked although the league has removed a player', async () => {
    const { script } = suite.feed;
    const others = Array.from({ length: 20 }, (_, index) => ({ ...script.elements[0], id: 100 + index }));
    script.elements.push(...others);
    const elements = [...buildFinishedLive().elements, ...others.map(({ id }) => buildLive(id, 0, []))];
    script.live.set(2, { elements });
    const relay = await startRelay();
    await waitForLive(relay);
    script.elements.shift();
    finishMatches({ elements: elements.slice(1) });
    checkGameweek();
    await expect.poll(() => isChecked(relay)).toBe(true);
    expect((await requestLive(relay))?.scores.map(({ player }) => player)).not.toContain(1);
  });

  test('relay reports a gameweek as checked although a match of it is postponed, but not one that is scheduled', async () => {
    const relay = await startRelay();
    await waitForLive(relay);
    finishMatches(buildFinishedLive());
    const unplayed = { started: false, finished: false, finished_provisional: false };
    const match = suite.feed.script.fixtures[3]!;
    const kickoff_time = new Date(Date.now() + 24 * 3_600_000).toISOString();
    Object.assign(match, { ...unplayed, kickoff_time });
    checkGameweek();
    await expect.poll(() => countFaults(relay, 'unfinished')).toBeGreaterThan(0);
    expect(await isChecked(relay)).toBe(false);
    Object.assign(match, { ...unplayed, kickoff_time: null });
    await expect.poll(() => isChecked(relay)).toBe(true);
  });

  test.each([
    ['in play', buildFinishedLive],
    ['without any minutes of play', buildRunningLive],
  ])('relay reports a gameweek as checked although matches of it were abandoned %s', async (_, build) => {
    const relay = await startRelay();
    await waitForLive(relay);
    finishMatches(build());
    const kickoff_time = new Date(Date.now() - 7 * 3_600_000).toISOString();
    for (const match of suite.feed.script.fixtures.slice(2, 4))
      Object.assign(match, { finished: false, finished_provisional: false, kickoff_time });
    checkGameweek();
    await expect.poll(() => isChecked(relay)).toBe(true);
    expect(await countFaults(relay, 'unfinished')).toBe(0);
  });

  /** Finishes the matches of gameweek 2, with a live list if given. */
  function finishMatches(live?: unknown) {
    if (live) suite.feed.script.live.set(2, live);
    for (const fixture of suite.feed.script.fixtures.filter(({ event }) => event === 2))
      Object.assign(fixture, { started: true, finished: true, finished_provisional: true });
  }

  /** Marks gameweek 2 as checked. */
  function checkGameweek() {
    Object.assign(suite.feed.script.events[1] as object, { finished: true, data_checked: true });
  }

  const isChecked = async (relay: RunningRelay) =>
    (await request(relay.bus, wire.bootstrapRequest, {}))?.gameweeks[1]?.data_checked;
});
