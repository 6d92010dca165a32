import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
import type { Host, LiveStatus } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { toWatched } from '../watched.ts';
import { electLeader } from './leader.ts';
import { openStream } from './stream.ts';

/** Messages between the tabs of one browser. */
type TabMessage =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'status'; connected: boolean }
  | { kind: 'hello' };

type Listener = (message: LiveMessage) => void;

export type Live = ReturnType<typeof createLive>;

export interface LiveDeps {
  open: () => EventSource;
  locks: Pick<LockManager, 'request'> | undefined;
  channel: (() => BroadcastChannel) | undefined;
}

/** Interval of `reset` messages while the stream is down. */
const POLL_MS = 30_000;
/** The leader posts its status every POLL_MS, or once a minute in a background tab. A suspended leader posts nothing. */
const LEADER_TIMEOUT_MS = 90_000;

/**
 * Live messages over one stream per browser. One tab is elected leader, opens the stream and forwards messages to the other tabs. When
 * it closes, another tab takes over, and all tabs get a `reset` to refetch data that they may have missed.
 */
export function createLive({ open, locks, channel: openChannel }: LiveDeps) {
  const status = createStore<LiveStatus>(() => ({ connected: false }));
  const { on, deliver } = createSubscriptions();
  // Only a tab that can be elected listens to others. Browsers that block site data have no locks, and some throw for a channel.
  const channel = locks && openChannel?.();
  const stopping = new AbortController();
  let closeStream: (() => void) | null = null;
  let leaderSeenAt = Date.now();

  const isLeader = () => closeStream !== null;
  const post = (message: TabMessage) => channel?.postMessage(message);
  const postStatus = () => post({ kind: 'status', ...status.getState() });
  function setConnected(connected: boolean) {
    if (status.getState().connected !== connected) status.setState({ connected });
  }
  function broadcast(message: LiveMessage) {
    deliver(message);
    post({ kind: 'message', message });
  }
  function lead(gap: boolean) {
    closeStream = openStream(open, gap, {
      onStatus(connected) {
        setConnected(connected);
        postStatus();
      },
      onMessage: broadcast,
      onGap: () => broadcast({ topic: 'reset' }),
    });
  }
  function onTabMessage({ data }: MessageEvent<TabMessage>) {
    if (isLeader()) {
      if (data.kind === 'hello') postStatus();
    } else if (data.kind !== 'hello') {
      leaderSeenAt = Date.now();
      if (data.kind === 'status') setConnected(data.connected);
      else deliver(data.message);
    }
  }
  function checkLeader() {
    if (isLeader()) postStatus();
    else if (Date.now() - leaderSeenAt >= LEADER_TIMEOUT_MS) {
      setConnected(false);
      post({ kind: 'hello' }); // this tab itself may have been suspended
    }
    if (!status.getState().connected) deliver({ topic: 'reset' });
  }

  channel?.addEventListener('message', onTabMessage);
  post({ kind: 'hello' });
  if (locks && channel) electLeader(locks, stopping.signal, lead);
  else lead(false);
  const checking = setInterval(checkLeader, POLL_MS);
  return {
    ...toWatched(status),
    on,
    stop() {
      clearInterval(checking);
      closeStream?.();
      channel?.close();
      stopping.abort();
    },
  };
}

function createSubscriptions(): Pick<Host['live'], 'on'> & { deliver: Listener } {
  const subscriptions = new Set<{ topics: readonly LiveTopic[]; listener: Listener }>();
  return {
    on(topics, listener) {
      // `deliver` checks the topic.
      const subscription = { topics, listener: listener as Listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    deliver(message) {
      for (const { topics, listener } of [...subscriptions])
        if (message.topic === 'reset' || topics.includes(message.topic)) listener(message);
    },
  };
}
