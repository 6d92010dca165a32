import * as dependencies from '@touchline/local-stack/testing';
import { HOUR_MS, MINUTE_MS } from '@touchline/rules/calendar';
import { expect, test } from 'vitest';
import { buildFinishedLive } from '../testing/feed-script.ts';
import { relaySuite } from '../testing/relay-suite.ts';
import { NOTHING_PROPOSED, poll } from './poll.ts';

const suite = relaySuite(dependencies);

/** A relay that polls when a test calls `pollAt`. `read` returns whether gameweek 2 is checked, and the points of player 1. */
async function startRelay() {
  const start = Date.now();
  let now = start;
  let proposed = NOTHING_PROPOSED;
  const deps = await suite.createPollDeps(() => now);
  const pollAt = async (minutes: number, kind: 'all' | 'matches' = 'all') => {
    now = start + minutes * MINUTE_MS;
    const result = await poll(deps, kind, proposed, new AbortController().signal);
    ({ proposed } = result);
    return result;
  };
  const read = () => {
    const season = deps.seasons.current();
    const score = season?.live.get(2)?.content.find(({ player }) => player === 1);
    return [season?.bootstrap.content.gameweeks[1]?.data_checked, score?.points];
  };
  await pollAt(-1);
  return { pollAt, read };
}

/** Gameweek 2 is checked, while a cache still serves older points. */
function checkGameweek() {
  const { events, fixtures, live } = suite.feed.script;
  live.set(2, buildFinishedLive(1));
  for (const fixture of fixtures.filter(({ event }) => event === 2))
    Object.assign(fixture, {
      started: true,
      finished: true,
      finished_provisional: true,
      kickoff_time: new Date(Date.now() - HOUR_MS).toISOString(),
    });
  Object.assign(events[1]!, { finished: true, data_checked: true });
}

test('relay stores a check only with points that were read ten minutes after its first report', async () => {
  const relay = await startRelay();
  checkGameweek();
  expect(await relay.pollAt(0)).toMatchObject({ faults: [], bootstrapDone: true, matchesDone: true });
  expect(relay.read()).toEqual([false, 5]);
  await relay.pollAt(5);
  await relay.pollAt(9, 'matches');
  expect(relay.read()).toEqual([false, 5]);
  suite.feed.script.live.set(2, buildFinishedLive(3));
  await relay.pollAt(10);
  expect(relay.read()).toEqual([true, 13]);
  expect((await relay.pollAt(11)).proposed.checks).toEqual(new Map());
});

test('relay waits again after the feed has withdrawn a check', async () => {
  const relay = await startRelay();
  checkGameweek();
  await relay.pollAt(0);
  const event = suite.feed.script.events[1]!;
  event.data_checked = false;
  await relay.pollAt(5);
  event.data_checked = true;
  await relay.pollAt(10);
  expect(relay.read()).toEqual([false, 5]);
  await relay.pollAt(20);
  expect(relay.read()).toEqual([true, 5]);
});
