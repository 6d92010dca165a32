import { type LiveMessage, type LiveTopic, liveMessage } from '@touchline/api/http/live';
import type { LiveStatus, Watched } from '@touchline/host/host';
import { cell } from '../watched.ts';

/** What tabs of one browser tell each other. */
type TabMessage =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'status'; connected: boolean }
  | { kind: 'hello' };

export interface Live extends Watched<LiveStatus> {
  /** Hears messages of these topics, and every `reset`. Returns the end of it. */
  on(topics: readonly LiveTopic[], listener: (message: LiveMessage) => void): () => void;
  stop(): void;
}

export interface LiveDeps {
  url: string;
  open: (url: string) => EventSource;
  locks: Pick<LockManager, 'request'> | undefined;
  channel: (() => BroadcastChannel) | undefined;
}

const LOCK = 'touchline-live';
/** While the stream is down, screens are told to fetch so often. */
export const POLL_MS = 30_000;
const REOPEN_FROM_MS = 1_000;
const REOPEN_UP_TO_MS = 30_000;
/** The tab with the stream says every POLL_MS that it is there (once a minute in the background); one that sleeps does not. */
const SILENT_MS = 90_000;

/**
 * One stream per browser: the tab that holds the lock opens it and passes on what it hears. When it closes, the lock goes to
 * another tab; what was said in between is not known, so its stream begins with a reset for all tabs.
 */
export function createLive(deps: LiveDeps): Live {
  const status = cell<LiveStatus>({ connected: false });
  const listeners = new Set<{ topics: readonly LiveTopic[]; listener: (message: LiveMessage) => void }>();
  const channel = deps.channel?.();
  let leader = false;
  let source: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let giveUp = () => {};
  let lastWord = Date.now();

  function tell(message: LiveMessage) {
    for (const { topics, listener } of [...listeners])
      if (message.topic === 'reset' || topics.includes(message.topic)) listener(message);
  }
  function post(message: TabMessage) {
    channel?.postMessage(message);
  }
  function connected(now: boolean) {
    if (status.get().connected !== now) status.set({ connected: now });
    if (leader) post({ kind: 'status', connected: now });
  }

  /** `gap`: what was said before this stream is not known, so that everybody fetches, but not before it can hear the rest. */
  function openStream(gap: boolean, delay = REOPEN_FROM_MS) {
    source = deps.open(deps.url);
    source.onopen = () => {
      delay = REOPEN_FROM_MS;
      connected(true);
      if (gap) tellAll({ topic: 'reset' });
      gap = false;
    };
    source.onmessage = ({ data }) => {
      const message = parse(data);
      if (!message) return;
      tell(message);
      post({ kind: 'message', message });
    };
    source.onerror = () => {
      connected(false);
      // The browser tries again by itself, and tells the server where it was, unless the answer was no stream at all.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopening);
      // A new connection does not know where the last one was.
      reopening = setTimeout(() => openStream(true, Math.min(delay * 2, REOPEN_UP_TO_MS)), delay);
    };
  }
  function tellAll(message: LiveMessage) {
    tell(message);
    post({ kind: 'message', message });
  }

  function lead(gap: boolean): Promise<void> {
    leader = true;
    openStream(gap);
    return new Promise<void>((end) => {
      giveUp = end;
    });
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'hello') {
      if (leader) post({ kind: 'status', connected: status.get().connected });
      return;
    }
    if (leader) return;
    lastWord = Date.now();
    if (data.kind === 'status') connected(data.connected);
    else tell(data.message);
  });

  const abort = new AbortController();
  if (deps.locks && channel) {
    post({ kind: 'hello' });
    let waited = false;
    deps.locks
      .request(LOCK, { ifAvailable: true }, (lock) => {
        if (lock) return lead(false);
        waited = true;
      })
      .then(() => {
        if (!waited) return;
        return deps.locks?.request(LOCK, { signal: abort.signal }, () => lead(true));
      })
      .catch(() => {});
  } else void lead(false);

  const polling = setInterval(() => {
    if (leader) post({ kind: 'status', connected: status.get().connected });
    else if (Date.now() - lastWord >= SILENT_MS) {
      connected(false);
      post({ kind: 'hello' }); // perhaps it was this tab that slept
    }
    if (!status.get().connected) tell({ topic: 'reset' });
  }, POLL_MS);

  return {
    get: status.get,
    subscribe: status.subscribe,
    on(topics, listener) {
      const one = { topics, listener };
      listeners.add(one);
      return () => void listeners.delete(one);
    },
    stop() {
      abort.abort();
      clearInterval(polling);
      clearTimeout(reopening);
      source?.close();
      channel?.close();
      giveUp();
    },
  };
}

function parse(data: unknown): LiveMessage | null {
  try {
    return liveMessage.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
