import * as football from '@touchline/api/http/fpl';
import * as parts from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { runningLive } from '../testing/feed-script.ts';
import { conditional, get, parsed, type Running, relaySuite } from '../testing/relay-under-test.ts';
import { liveReady, polledAgain } from '../testing/waits.ts';

const suite = relaySuite(parts);

const momentsOf = (relay: Running) => parsed(relay, '/fpl/moments', football.matchEvents.data);
const goalOf = async (relay: Running) => (await momentsOf(relay)).moments.find(({ kind }) => kind === 'GOAL');

test('a goal is one moment with player, minute and score, told once; a second replica makes no other one', async () => {
  const relay = await suite.startRelay();
  await liveReady(relay);
  const before = await momentsOf(relay);
  // The match was on before the relay looked for the first time: nobody can say when its card was shown.
  expect(before.moments.map(({ kind, minute, seen_at }) => [kind, minute, seen_at])).toEqual([
    ['YELLOW_CARD', null, null],
    ['KICK_OFF', null, null],
  ]);
  const heard = () => relay.heard.filter(({ subject }) => subject === 'fpl.moments.changed');
  await expect
    .poll(heard, { timeout: 10_000 })
    .toEqual([{ subject: 'fpl.moments.changed', version: 1, gameweek: 2 }]);
  const replica = await suite.startRelay();
  Object.assign(suite.feed.script.fixtures[1]!, { team_h_score: 2, minutes: 67 });
  suite.feed.script.live.set(2, runningLive(1));
  await expect
    .poll(() => goalOf(relay), { timeout: 10_000 })
    .toMatchObject({
      ...{ id: '2-GOAL-1-1', fixture: 2, home: 'ARS', away: 'BHA', score: [2, 0], minute: 67, points: 4 },
      ...{
        player: { id: 1, web_name: 'Player1', club: 'ARS' },
        seen_at: expect.any(String),
        taken_back: false,
      },
    });
  expect(await momentsOf(replica)).toEqual(await momentsOf(relay));
  await expect.poll(() => heard().length, { timeout: 10_000 }).toBe(2);
  await polledAgain(suite.feed);
  expect(heard()).toHaveLength(2);
  const calendar = await fetch(`${relay.http.url}/api/fpl/deadlines.ics`);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await calendar.text()).split('BEGIN:VEVENT')).toHaveLength(4);
  const { headers } = await get(relay, '/fpl/moments');
  expect((await conditional(relay, '/fpl/moments', headers.get('etag') ?? '')).status).toBe(304);
});

test('after a restart nothing is listed twice, and a goal that was taken back says so', async () => {
  suite.feed.script.live.set(2, runningLive(1));
  const first = await suite.startRelay();
  await liveReady(first);
  const before = (await momentsOf(first)).moments;
  expect(before[0]).toMatchObject({ kind: 'YELLOW_CARD' });
  await first.stop();
  const second = await suite.startRelay();
  await polledAgain(suite.feed);
  expect((await momentsOf(second)).moments).toEqual(before);
  suite.feed.script.live.set(2, runningLive(0));
  await expect.poll(async () => (await goalOf(second))?.taken_back, { timeout: 10_000 }).toBe(true);
  expect((await momentsOf(second)).moments).toHaveLength(before.length);
});
