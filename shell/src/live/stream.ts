import { type LiveMessage, liveMessage } from '@touchline/api/http/live';
import { createBackoff } from '../backoff.ts';

interface StreamEvents {
  onStatus(connected: boolean): void;
  onMessage(message: LiveMessage): void;
  /** Called when the stream is open again and messages may have been lost. */
  onGap(): void;
}

const MIN_REOPEN_MS = 1_000;
const MAX_REOPEN_MS = 30_000;

/**
 * Keeps a stream of live messages open. `gap` is true if messages may already have been lost in another tab. Returns the function
 * that closes the stream.
 */
export function openStream(open: () => EventSource, gap: boolean, events: StreamEvents): () => void {
  const backoff = createBackoff(MIN_REOPEN_MS, MAX_REOPEN_MS);
  let source: EventSource;
  function connect(afterGap: boolean) {
    let lost = afterGap;
    source = open();
    source.onopen = () => {
      backoff.reset();
      events.onStatus(true);
      if (lost) events.onGap();
      lost = false;
    };
    source.onmessage = ({ data }) => {
      const message = parseMessage(data);
      if (message) events.onMessage(message);
    };
    source.onerror = () => {
      events.onStatus(false);
      // The browser reconnects automatically and sends the last event id, unless the response was not a stream.
      if (source.readyState === EventSource.CLOSED) backoff.schedule(() => connect(true));
    };
  }
  connect(gap);
  return () => {
    backoff.reset();
    source.close();
  };
}

function parseMessage(data: unknown): LiveMessage | null {
  try {
    return liveMessage.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
