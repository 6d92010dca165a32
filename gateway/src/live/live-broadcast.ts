import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '@touchline/api/http/live';
import { createFanOut } from './fan-out.ts';
import { createLeaderboardThrottle } from './leaderboard-throttle.ts';
import { createRecentMessages, formatEvent } from './recent-messages.ts';

const HEARTBEAT_MS = 15_000;

export type LiveBroadcast = ReturnType<typeof createLiveBroadcast>;

/** Keeps the open streams of /api/live in this process. `onCount` receives their number whenever it changes. */
export function createLiveBroadcast(onCount: (streams: number) => void) {
  const streams = createFanOut();
  const recent = createRecentMessages();
  let position = 0;
  const throttle = createLeaderboardThrottle(
    (message) => sendMessage(position, message),
    () => streams.size,
  );

  /** Lowers the event id while a message is held, so that a client that disconnects in that time resumes before it. */
  function sendMessage(sequence: number, message: LiveMessage) {
    streams.send(formatEvent(throttle.completeUpTo(sequence), message));
  }

  const heartbeat = setInterval(() => streams.send(': still here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    /**
     * Starts at a position of the event stream. All messages after `sequence` will be pushed; those up to `historyEnd` are only
     * for clients that resume. Open streams get a reset, because they may have missed messages.
     */
    begin(sequence: number, historyEnd: number) {
      throttle.clear();
      streams.send(recent.begin(sequence, historyEnd));
    },
    /** Sends a message to all streams; null only advances the position. */
    push(sequence: number, message: LiveMessage | null) {
      position = sequence;
      if (recent.add(sequence, message) && message && throttle.admit(sequence, message))
        sendMessage(sequence, message);
    },
    /** Sends a reset to every client: the event stream was truncated or recreated, so missed messages are unknown. */
    reset() {
      throttle.clear();
      streams.send(recent.reset());
    },
    /** Keeps a response open and sends it the messages after `lastEventId` and all later ones. */
    add(response: ServerResponse, lastEventId: string | undefined) {
      // The end of the connection ends the stream: with chunked encoding each message would need three writes.
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
      // Sent in one packet with the head.
      response.write(`retry: 2000\n\n${recent.since(lastEventId)}`);
    },
    close() {
      clearInterval(heartbeat);
      throttle.clear();
      streams.close();
    },
  };
}
