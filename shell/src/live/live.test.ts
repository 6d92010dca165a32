import type { LiveMessage } from '@touchline/api/http/live';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestStream } from '../testing/shell-under-test.tsx';
import { createLive, type Live, type LiveDeps } from './live.ts';

const POINTS: LiveMessage = { topic: 'points', gameweek: 12 };
const RESET: LiveMessage = { topic: 'reset' };

/** The locks of one browser, granted in the order of the requests. */
function browserLocks(): NonNullable<LiveDeps['locks']> {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const request = async (_name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable && held > 0) return work(null);
    held++;
    const turn = last.then(() =>
      options.signal?.aborted ? undefined : work({ mode: 'exclusive', name: 'x' }),
    );
    last = turn.catch(() => {}).finally(() => held--);
    return turn;
  };
  return { request: request as LockManager['request'] };
}

/** The channels of one browser. */
function browserChannels() {
  const open = new Set<EventTarget>();
  cutChannels = () => open.clear();
  return () => {
    const channel = new EventTarget();
    open.add(channel);
    return Object.assign(channel, {
      postMessage(data: unknown) {
        for (const other of open)
          if (other !== channel) other.dispatchEvent(new MessageEvent('message', { data }));
      },
      close: () => open.delete(channel),
    }) as unknown as BroadcastChannel;
  };
}

let tabs: Live[];
let streams: TestStream[];
let locks: LiveDeps['locks'];
let channel: LiveDeps['channel'];
/** Disconnects all tabs from each other. */
let cutChannels: () => void;

async function openTab() {
  const live = createLive({
    open: () => {
      const stream = new TestStream();
      streams.push(stream);
      return stream as unknown as EventSource;
    },
    locks,
    channel,
  });
  tabs.push(live);
  const received: LiveMessage[] = [];
  live.on(['points'], (message) => received.push(message));
  await vi.advanceTimersByTimeAsync(0);
  return { live, heard: received };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Object.assign(TestStream, { CLOSED: 2 }));
  tabs = [];
  streams = [];
  locks = browserLocks();
  channel = browserChannels();
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the live stream', () => {
  test('delivers the requested topics only', async () => {
    const { live, heard } = await openTab();
    streams[0]?.open();
    expect(live.get().connected).toBe(true);
    streams[0]?.say(POINTS);
    streams[0]?.say({ topic: 'game', game_id: 'x' });
    streams[0]?.say({ topic: 'unheard-of' });
    streams[0]?.onmessage?.({ data: 'not json' });
    expect(heard).toEqual([POINTS]);
  });

  test('is opened once per browser; other tabs get its messages', async () => {
    const first = await openTab();
    streams[0]?.open();
    const second = await openTab();
    expect(streams).toHaveLength(1);
    expect(second.live.get().connected).toBe(true);
    streams[0]?.say(POINTS);
    expect([first.heard, second.heard]).toEqual([[POINTS], [POINTS]]);
  });

  test('moves to another tab when the first one closes, and all tabs refetch what they may have missed', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    first.live.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
    // Not before the stream is open: messages between refetching and opening would be lost.
    expect(second.heard).toEqual([]);
    streams[1]?.open();
    expect(second.heard).toEqual([RESET]);
    expect(third.heard).toEqual([RESET]);
    streams[1]?.say(POINTS);
    expect(second.heard.at(-1)).toEqual(POINTS);
    expect(third.heard.at(-1)).toEqual(POINTS);
  });

  test('counts as down when the leading tab is silent, because the system has suspended it', async () => {
    await openTab();
    streams[0]?.open();
    const { live, heard } = await openTab();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(live.get().connected).toBe(true);
    expect(heard).toEqual([]);
    cutChannels();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(live.get().connected).toBe(false);
    expect(heard).toContainEqual(RESET);
  });

  test('sends a reset every 30 seconds while it is down', async () => {
    const { live, heard } = await openTab();
    streams[0]?.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([]);
    streams[0]?.fail();
    expect(live.get().connected).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([RESET, RESET]);
  });

  test('is reopened with growing delays if the response was no stream', async () => {
    await openTab();
    streams[0]?.fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    streams[1]?.fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(3);
  });

  test('sends one reset when it is open again, not one per attempt', async () => {
    const { heard } = await openTab();
    streams[0]?.open();
    streams[0]?.fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    streams[1]?.fail(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toEqual([]);
    streams[2]?.open();
    expect(heard).toEqual([RESET]);
    // The browser's own reconnection sends the last event id: nothing is lost.
    streams[2]?.fail();
    streams[2]?.open();
    expect(heard).toEqual([RESET]);
  });
});
