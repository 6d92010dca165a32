import { LIVE_PATH } from '@touchline/api/http/live';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { tail } from '@touchline/service-kit/messaging/tail';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { Context } from 'koa';
import type { ConcurrencyLimit } from '../limits/client-limits.ts';
import { createLiveBroadcast } from './live-broadcast.ts';
import { MAX_MESSAGES } from './recent-messages.ts';
import { toLiveMessage } from './topics.ts';

interface LiveDeps {
  bus: Bus;
  openStreams: ConcurrencyLimit;
  metrics: Metrics | undefined;
  /** Receives the number of open streams whenever it changes. */
  onCount(streams: number): void;
}

/** Creates the live messages for browsers. */
export function createLive({ bus, openStreams, metrics, onCount }: LiveDeps) {
  const gauge = metrics?.gauge('live_streams', 'Open streams of /api/live');
  const broadcast = createLiveBroadcast((streams) => {
    gauge?.set(streams);
    onCount(streams);
  });
  return {
    /** GET /api/live: keeps the response open and sends it the messages. */
    handle(ctx: Context) {
      ctx.state.route = LIVE_PATH;
      openStreams.take(ctx.ip, ctx.res);
      ctx.req.setTimeout(0); // quiet streams stay open; fan-out.ts disconnects a client that does not read
      broadcast.add(ctx.res, ctx.get('last-event-id') || undefined);
      ctx.respond = false;
    },
    /**
     * Follows the event stream until the NATS connection closes, from some messages before its end, so that clients of another
     * replica, or of this one before a restart, can resume. `onEvent` receives each event before the browsers.
     */
    follow(onEvent: (subject: string, payload: unknown) => void) {
      tail(bus, {
        start(range) {
          const first = Math.max(range.first, range.last - MAX_MESSAGES + 1, 1);
          broadcast.begin(first - 1, range.last);
          return first;
        },
        onMessage({ sequence, subject, payload }) {
          onEvent(subject, payload);
          broadcast.push(sequence, toLiveMessage(subject, payload));
        },
        onReset: () => broadcast.reset(),
      });
    },
    /** Ends the open streams. */
    stop: () => broadcast.close(),
  };
}
