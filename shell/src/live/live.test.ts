import type { LiveMessage } from '@touchline/api/http/live';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestStream } from '../testing/shell-under-test.tsx';
import { createLive, type Live, type LiveDeps } from './live.ts';

const POINTS: LiveMessage = { topic: 'points', gameweek: 12 };
const RESET: LiveMessage = { topic: 'reset' };

/** The locks of one browser, granted in the order of the requests. */
function browserLocks(): NonNullable<LiveDeps['locks']> {
  let last: Promise<unknown> = Promise.resolve();
  let locked = 0;
  const request = async (_name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable && locked > 0) return work(null);
    locked++;
    const turn = last.then(() =>
      options.signal?.aborted ? undefined : work({ mode: 'exclusive', name: 'x' }),
    );
    last = turn.catch(() => {}).finally(() => locked--);
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
  return { live, received };
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

describe('live stream', () => {
  test('the stream delivers only the requested topics', async () => {
    const { live, received } = await openTab();
    streams[0]?.open();
    expect(live.get().connected).toBe(true);
    streams[0]?.send(POINTS);
    streams[0]?.send({ topic: 'game', game_id: 'x' });
    streams[0]?.send({ topic: 'unknown' });
    streams[0]?.onmessage?.({ data: 'not json' });
    expect(received).toEqual([POINTS]);
  });

  test('the stream is opened once per browser, and other tabs receive its messages', async () => {
    const first = await openTab();
    streams[0]?.open();
    const second = await openTab();
    expect(streams).toHaveLength(1);
    expect(second.live.get().connected).toBe(true);
    streams[0]?.send(POINTS);
    expect([first.received, second.received]).toEqual([[POINTS], [POINTS]]);
  });

  test('the stream opens in every tab of a browser without locks, which may throw for a channel', async () => {
    locks = undefined;
    channel = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const { received } = await openTab();
    await openTab();
    for (const stream of streams) stream.open();
    streams[0]?.send(POINTS);
    expect([streams.length, received]).toEqual([2, [POINTS]]);
  });

  test('the stream moves to another tab when the first one closes, and all tabs get a reset', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    first.live.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
    // No reset before the stream is open: messages between refetching and opening would be lost.
    expect(second.received).toEqual([]);
    streams[1]?.open();
    expect(second.received).toEqual([RESET]);
    expect(third.received).toEqual([RESET]);
    streams[1]?.send(POINTS);
    expect(second.received.at(-1)).toEqual(POINTS);
    expect(third.received.at(-1)).toEqual(POINTS);
  });

  test('the stream counts as down if the leader tab is silent because the system has suspended it', async () => {
    await openTab();
    streams[0]?.open();
    const { live, received } = await openTab();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(live.get().connected).toBe(true);
    expect(received).toEqual([]);
    cutChannels();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(live.get().connected).toBe(false);
    expect(received).toContainEqual(RESET);
  });

  test('listeners get a reset every 30 seconds while the stream is down', async () => {
    const { live, received } = await openTab();
    streams[0]?.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(received).toEqual([]);
    streams[0]?.fail();
    expect(live.get().connected).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(received).toEqual([RESET, RESET]);
  });

  test('the stream is reopened with growing delays if the response was not a stream', async () => {
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

  test('listeners get one reset when the stream is open again, not one per attempt', async () => {
    const { received } = await openTab();
    streams[0]?.open();
    streams[0]?.fail(true);
    await vi.advanceTimersByTimeAsync(1_000);
    streams[1]?.fail(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(received).toEqual([]);
    streams[2]?.open();
    expect(received).toEqual([RESET]);
    // When the browser reconnects, it sends the last event id, so nothing is lost.
    streams[2]?.fail();
    streams[2]?.open();
    expect(received).toEqual([RESET]);
  });
});
