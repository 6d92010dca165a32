import * as dependencies from '@touchline/local-stack/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildFinishedLive, buildRunningLive } from '../testing/feed-script.ts';
import { relaySuite } from '../testing/relay-suite.ts';
import { NOTHING_PROPOSED, type PollDeps, poll } from './poll.ts';

const suite = relaySuite(dependencies);
let former: PollDeps;
let abort: AbortController;

beforeEach(async () => {
  former = await suite.createPollDeps();
  abort = new AbortController();
});

/** Gameweek 2 was already checked at an earlier poll. */
const CHECKED = { season: null, checks: new Map([[2, 0]]) };
const pollAll = (deps: PollDeps) => poll(deps, 'all', CHECKED, abort.signal);
const readRows = () =>
  Promise.all([former.db('seasons').orderBy('place'), former.db('snapshots').orderBy('hash')]);

/** Starts a poll of the former poller, and resolves once it has read a resource. `finish` continues it. */
async function startPoll(held: 'fixtures' | 'live' = 'fixtures') {
  const { feed } = former;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let result = Promise.resolve<unknown>(undefined);
  await new Promise<void>((resolve) => {
    const hold = async <T>(response: Promise<T>): Promise<T> => {
      const value = await response;
      resolve();
      await finished;
      return value;
    };
    const slow: Partial<typeof feed> =
      held === 'fixtures'
        ? { fixtures: (signal) => hold(feed.fixtures(signal)) }
        : { live: (gameweek, signal) => hold(feed.live(gameweek, signal)) };
    result = pollAll({ ...former, feed: { ...feed, ...slow } }).catch((error: unknown) => error);
  });
  return () => {
    finish();
    return result;
  };
}

/** Checks gameweek 2 in the feed and stores it by another replica. */
async function storeCheckedGameweek() {
  const { events, fixtures, live } = suite.feed.script;
  Object.assign(events[1]!, { finished: true, data_checked: true });
  for (const fixture of fixtures.filter(({ event }) => event === 2))
    Object.assign(fixture, { started: true, finished: true, finished_provisional: true });
  live.set(2, buildFinishedLive());
  const other = await suite.createPollDeps();
  await other.seasons.refresh();
  await pollAll(other);
  expect(other.seasons.current()?.bootstrap.content.gameweeks[1]?.data_checked).toBe(true);
}

describe('former poller', () => {
  test('a former poller does not replace newer snapshots, and its next poll continues from them', async () => {
    await pollAll(former);
    const finish = await startPoll();
    await storeCheckedGameweek();
    const before = await readRows();
    expect(await finish()).toMatchObject({ message: 'another replica has stored newer snapshots' });
    expect(await readRows()).toEqual(before);
    expect(await pollAll(former)).toMatchObject({ faults: [], bootstrapDone: true });
    expect(former.seasons.current()?.bootstrap.content.gameweeks[1]?.data_checked).toBe(true);
  });

  test('a former poller does not replace newer points, even if bootstrap and fixtures are unchanged', async () => {
    suite.feed.script.live.set(2, buildRunningLive(1));
    await pollAll(former);
    const finish = await startPoll('live');
    suite.feed.script.live.set(2, buildRunningLive(2));
    const other = await suite.createPollDeps();
    await other.seasons.refresh();
    await poll(other, 'matches', NOTHING_PROPOSED, abort.signal);
    const before = await readRows();
    expect(await finish()).toMatchObject({ message: 'another replica has stored newer snapshots' });
    expect(await readRows()).toEqual(before);
  });

  test('a former poller does not create a season that another replica has created', async () => {
    const finish = await startPoll();
    await storeCheckedGameweek();
    const before = await readRows();
    expect(await finish()).toMatchObject({ message: 'another replica has stored newer snapshots' });
    expect(await readRows()).toEqual(before);
  });

  test('a poll stores nothing after it has been aborted', async () => {
    await pollAll(former);
    const before = await readRows();
    suite.feed.script.elements[0] = { ...suite.feed.script.elements[0], now_cost: 77 };
    const finish = await startPoll();
    abort.abort();
    expect(await finish()).toMatchObject({ name: 'AbortError' });
    expect(await readRows()).toEqual(before);
  });
});
