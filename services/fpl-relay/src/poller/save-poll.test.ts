import * as dependencies from '@touchline/local-stack/testing';
import { SECOND_MS } from '@touchline/rules/calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildRunningLive } from '../testing/feed-script.ts';
import { relaySuite } from '../testing/relay-suite.ts';
import { FAULTS } from '../testing/scripted-feed.ts';
import { NOTHING_PROPOSED, type PollDeps, poll } from './poll.ts';

const suite = relaySuite(dependencies);
const { signal } = new AbortController();
let now: number;
let deps: PollDeps;

beforeEach(async () => {
  now = Date.now();
  deps = await suite.createPollDeps(() => now);
  await poll(deps, 'all', NOTHING_PROPOSED, signal);
});

async function pollAfter(seconds: number, goals: number) {
  now += seconds * SECOND_MS;
  suite.feed.script.live.set(2, buildRunningLive(goals));
  await poll(deps, 'all', NOTHING_PROPOSED, signal);
}

/** Finds the time of a match event; null when it is unknown. */
function findTime(id: string) {
  const events = deps.seasons.current()?.matchEvents.get(2)?.content ?? [];
  return events.find((event) => event.id === id)?.seen_at;
}

// The interval during a match is 30 seconds.
describe('time of a match event', () => {
  test('the time of a match event is known if the match was polled within three intervals before', async () => {
    await pollAfter(89, 1);
    expect(findTime('2-GOAL-1-1')).toBe(now);
    Object.assign(suite.feed.script.fixtures[3]!, { started: true });
    await pollAfter(91, 2);
    expect([findTime('2-GOAL-1-2'), findTime('4-KICK_OFF')]).toEqual([null, null]);
  });

  test('the time of a goal is unknown while the points could not be read, but that of a kick-off is known', async () => {
    suite.feed.fail('/live/', FAULTS['a 503 page'] ?? null);
    for (let poll = 0; poll < 2; poll++) await pollAfter(60, 0);
    suite.feed.fail('/live/', null);
    Object.assign(suite.feed.script.fixtures[3]!, { started: true });
    await pollAfter(60, 1);
    expect(findTime('2-GOAL-1-1')).toBeNull();
    expect(findTime('4-KICK_OFF')).toBe(now);
  });

  test('the time of a match event is unknown for a match that the feed did not list before', async () => {
    const match = suite.feed.script.fixtures[1]!;
    suite.feed.script.fixtures.push({ ...match, id: 7, code: 5007 });
    await pollAfter(30, 1);
    expect(findTime('2-GOAL-1-1')).toBe(now);
    expect(findTime('7-KICK_OFF')).toBeNull();
  });
});
