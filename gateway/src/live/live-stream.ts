import { LIVE_PATH } from '@touchline/api/http/live';
import { addressKey } from '@touchline/service-kit/http/rate-limit';
import type { Context } from 'koa';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { LiveBroadcast } from './live-broadcast.ts';

/** GET /api/live: adds the response to the broadcast, which keeps it open. */
export function liveStream(broadcast: LiveBroadcast, openStreams: ConcurrencyLimit) {
  return (ctx: Context): void => {
    ctx.state.route = LIVE_PATH;
    openStreams.take(addressKey(ctx.ip), ctx.res);
    broadcast.add(ctx.res, ctx.get('last-event-id') || undefined);
    ctx.respond = false;
  };
}
