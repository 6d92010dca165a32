import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '@touchline/api/http/live';
import { createFanOut } from './fan-out.ts';
import { createLeaderboardThrottle } from './leaderboard-throttle.ts';
import { createRecentMessages, formatEvent } from './recent-messages.ts';

const HEARTBEAT_MS = 15_000;

/** The open streams of /api/live at this process. */
export interface LiveBroadcast {
  /**
   * Starts at a position of the stream: everything after `sequence` will be pushed, and what goes up to `historyEnd` only
   * for clients that come back. Open streams get a reset, because they may have missed some of it.
   */
  begin(sequence: number, historyEnd: number): void;
  /** Sends a message to all; null only moves the position. */
  push(sequence: number, message: LiveMessage | null): void;
  /** Tells every client to fetch again: the stream was cut or recreated, so what they missed cannot be known. */
  reset(): void;
  /** Keeps a response open and sends it what came after `lastEventId` and everything from now on. */
  add(response: ServerResponse, lastEventId: string | undefined): void;
  close(): void;
}

/** `onCount` receives the number of open streams whenever it changes. */
export function createLiveBroadcast(onCount: (streams: number) => void): LiveBroadcast {
  const streams = createFanOut();
  const recent = createRecentMessages();
  let position = 0;
  const pace = createLeaderboardThrottle(
    (_sequence, message) => sendMessage(position, message),
    () => streams.size,
  );

  /** The id is lowered while a message is held back: a client that leaves before it comes then resumes before it. */
  function sendMessage(sequence: number, message: LiveMessage) {
    streams.send(formatEvent(pace.completeUpTo(sequence), message));
  }

  const heartbeat = setInterval(() => streams.send(': still here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    begin(sequence, historyEnd) {
      pace.clear();
      streams.send(recent.begin(sequence, historyEnd));
    },
    push(sequence, message) {
      position = sequence;
      if (recent.add(sequence, message) && message && pace.admit(sequence, message))
        sendMessage(sequence, message);
    },
    reset() {
      pace.clear();
      streams.send(recent.reset());
    },
    add(response, lastEventId) {
      // The end of the connection is the end of the stream: in chunks each message would be three writes.
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      streams.add(response);
      onCount(streams.size);
      response.once('close', () => {
        streams.delete(response);
        onCount(streams.size);
      });
      // With the head in one packet.
      response.write(`retry: 2000\n\n${recent.since(lastEventId)}`);
    },
    close() {
      clearInterval(heartbeat);
      pace.clear();
      streams.close();
    },
  };
}
