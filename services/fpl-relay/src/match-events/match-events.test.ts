import * as football from '@touchline/api/http/fpl';
import * as dependencies from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { buildRunningLive } from '../testing/feed-script.ts';
import { get, getConditional, getData, type RunningRelay, relaySuite } from '../testing/relay-suite.ts';
import { waitForLive, waitForPolls } from '../testing/waits.ts';

const suite = relaySuite(dependencies);

const getMatchEvents = (relay: RunningRelay) => getData(relay, '/fpl/moments', football.matchEvents.data);
const findGoal = async (relay: RunningRelay) =>
  (await getMatchEvents(relay)).moments.find(({ kind }) => kind === 'GOAL');

test('a goal is one match event with player, minute and score, and is published once by two replicas', async () => {
  const relay = await suite.startRelay();
  await waitForLive(relay);
  const before = await getMatchEvents(relay);
  // The match was running before the first poll, so the time of its card is unknown.
  expect(before.moments.map(({ kind, minute, seen_at }) => [kind, minute, seen_at])).toEqual([
    ['YELLOW_CARD', null, null],
    ['KICK_OFF', null, null],
  ]);
  const publishedEvents = () => relay.received.filter(({ subject }) => subject === 'fpl.moments.changed');
  await expect.poll(publishedEvents).toEqual([{ subject: 'fpl.moments.changed', version: 1, gameweek: 2 }]);
  const replica = await suite.startRelay();
  Object.assign(suite.feed.script.fixtures[1]!, { team_h_score: 2, minutes: 67 });
  // A poll reads the fixtures before the points; one in flight would combine the old minute with the goal.
  await waitForPolls(suite.feed);
  suite.feed.script.live.set(2, buildRunningLive(1));
  await expect
    .poll(() => findGoal(relay))
    .toMatchObject({
      id: '2-GOAL-1-1',
      fixture: 2,
      home: 'ARS',
      away: 'BHA',
      score: [2, 0],
      minute: 67,
      points: 4,
      player: { id: 1, code: 1001, web_name: 'Player1', club: 'ARS' },
      seen_at: expect.any(String),
      taken_back: false,
    });
  expect(await getMatchEvents(replica)).toEqual(await getMatchEvents(relay));
  await expect.poll(() => publishedEvents().length).toBe(2);
  await waitForPolls(suite.feed);
  expect(publishedEvents()).toHaveLength(2);
  const calendar = await fetch(`${relay.http.url}/api/fpl/deadlines.ics`);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await calendar.text()).split('BEGIN:VEVENT')).toHaveLength(4);
  const { headers } = await get(relay, '/fpl/moments');
  expect((await getConditional(relay, '/fpl/moments', headers.get('etag') ?? '')).status).toBe(304);
});

test('a restart creates no duplicates, and a withdrawn goal is marked as taken back', async () => {
  suite.feed.script.live.set(2, buildRunningLive(1));
  const first = await suite.startRelay();
  await waitForLive(first);
  const before = (await getMatchEvents(first)).moments;
  expect(before[0]).toMatchObject({ kind: 'YELLOW_CARD' });
  await first.stop();
  const second = await suite.startRelay();
  await waitForPolls(suite.feed);
  expect((await getMatchEvents(second)).moments).toEqual(before);
  suite.feed.script.live.set(2, buildRunningLive(0));
  await expect.poll(async () => (await findGoal(second))?.taken_back).toBe(true);
  expect((await getMatchEvents(second)).moments).toHaveLength(before.length);
});
