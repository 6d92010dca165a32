import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '@touchline/api/http/live';

/** How many messages a reader may have missed and still be told one by one. */
export const KEPT_MESSAGES = 2_000;
/** A reader with more than this unsent is too slow: he is cut off, comes back, and is told what he missed. */
const MOST_UNSENT_BYTES = 256 * 1024;
const HEARTBEAT_MS = 15_000;

const RESET: LiveMessage = { topic: 'reset' };

/** Everybody who listens to /api/live at this process, and the last messages for those who come back. */
export interface LiveBroadcast {
  /** An event of the stream: told to all; a null message only moves the position on. */
  push(sequence: number, message: LiveMessage | null): void;
  /**
   * Where the stream stands before the first message comes: everything after `sequence` will be pushed. What goes up to `last`
   * was said before: it is kept for those who come back, and told to nobody. Who listens already fetches again: some of it
   * may have been said since.
   */
  begin(sequence: number, last: number): void;
  /** What was missed cannot be known (the stream was cut or made anew): everybody fetches again. */
  reset(): void;
  /** Keeps an answer open and tells it everything from now on, and what came after `lastEventId`. */
  add(response: ServerResponse, lastEventId: string | undefined): void;
  close(): void;
}

/** `onReaders` hears how many readers there are whenever that changes. */
export function createLiveBroadcast(onReaders: (count: number) => void): LiveBroadcast {
  const readers = new Set<ServerResponse>();
  /** The last messages, oldest first; `start` is the sequence after which they are complete. */
  let kept: { sequence: number; text: string }[] = [];
  let start: number | null = null;
  let position: number | null = null;
  /** The history that is still being read goes up to here. */
  let historyEnd = 0;

  function send(reader: ServerResponse, text: string) {
    reader.write(text);
    if (reader.writableLength > MOST_UNSENT_BYTES) reader.destroy();
  }
  function sendAll(text: string) {
    for (const reader of readers) send(reader, text);
  }

  const heartbeat = setInterval(() => sendAll(': still here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  /** What a reader must be told first. */
  function greeting(lastEventId: string | undefined): string {
    const here = position === null ? null : Math.max(position, historyEnd);
    if (lastEventId === undefined || lastEventId === '') return here === null ? '' : `id: ${here}\n\n`;
    const from = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const known = start !== null && here !== null && position === here && from >= start && from <= here;
    if (!known) return frame(here, RESET);
    return kept
      .filter((message) => message.sequence > from)
      .map((message) => message.text)
      .join('');
  }

  return {
    push(sequence, message) {
      start ??= sequence - 1;
      position = sequence;
      if (!message) return;
      const text = frame(sequence, message);
      kept.push({ sequence, text });
      if (kept.length > KEPT_MESSAGES) start = kept.shift()?.sequence ?? start;
      if (sequence > historyEnd) sendAll(text);
    },
    begin(sequence, last) {
      start = sequence;
      position = sequence;
      historyEnd = last;
      sendAll(frame(last, RESET));
    },
    reset() {
      kept = [];
      start = null;
      position = null;
      historyEnd = 0;
      sendAll(frame(null, RESET));
    },
    add(response, lastEventId) {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      readers.add(response);
      onReaders(readers.size);
      response.once('close', () => {
        readers.delete(response);
        onReaders(readers.size);
      });
      send(response, `retry: 2000\n\n${greeting(lastEventId)}`);
    },
    close() {
      clearInterval(heartbeat);
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}

function frame(sequence: number | null, message: LiveMessage): string {
  const id = sequence === null ? '' : `id: ${sequence}\n`;
  return `${id}data: ${JSON.stringify(message)}\n\n`;
}
