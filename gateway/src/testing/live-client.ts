import type { LiveMessage } from '@touchline/api/http/live';

export interface ReceivedMessage {
  id: string | null;
  message: LiveMessage;
}

export interface LiveClient {
  response: Response;
  /** The last event id, as browsers store it. */
  lastId(): string | null;
  /** Returns the next message; events without data only change the id. */
  next(): Promise<ReceivedMessage>;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

/** Opens /api/live like a browser's EventSource. */
export async function openLive(url: string, lastEventId?: string): Promise<LiveClient> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: abort.signal,
  });
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  let lastId: string | null = null;

  async function block(): Promise<string | null> {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        return text;
      }
      const { done, value } = await body.read();
      if (done) return null;
      buffer += value;
    }
  }

  return {
    response,
    lastId: () => lastId,
    async next() {
      for (;;) {
        const text = await block();
        if (text === null) throw new Error('the stream ended');
        lastId = /^id: (.*)$/m.exec(text)?.[1] ?? lastId;
        const data = /^data: (.*)$/m.exec(text)?.[1];
        if (data) return { id: lastId, message: JSON.parse(data) as LiveMessage };
      }
    },
    async ended() {
      while ((await block()) !== null);
    },
    close: () => abort.abort(),
  };
}
