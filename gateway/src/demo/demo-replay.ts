import { TouchlineError } from '@touchline/api/errors';
import { readBytes } from '@touchline/service-kit/http/body';
import { methodNotAllowedError, notFoundError } from '@touchline/service-kit/http/errors';
import type { Log } from '@touchline/service-kit/process/log';
import type { Context } from 'koa';
import { requireSameOrigin } from '../auth/same-origin.ts';

/** Interval of the keep-alive to the replay, which pauses after 20 seconds without one. */
const WATCH_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** Actions of the demo dock. */
const ACTIONS: ReadonlySet<string> = new Set(['pause', 'resume', 'speed', 'advance']);

/**
 * Proxies the controls of the season replay for pages of this site. They exist only where the local stack sets the address
 * of the replay, because every visitor may move its clock.
 * @param url address of the replay; null in production
 */
export function createDemoReplay(url: string | null, publicUrl: URL, log: Log) {
  let watching = 0;
  const requestReplay = (path: string, body?: string) =>
    fetch(`${url}/control${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const notifyReplay = () => {
    if (watching === 0 || !url) return;
    requestReplay('/watched', '').catch((error: unknown) =>
      log.debug({ err: error }, 'replay keep-alive failed; will retry'),
    );
  };
  const timer = url ? setInterval(notifyReplay, WATCH_MS) : undefined;
  timer?.unref();
  return {
    /** GET /api/demo/replay, and POST /api/demo/replay/{pause,resume,speed,advance}; 404 without a replay. */
    async handle(ctx: Context) {
      ctx.state.route = '/demo/replay';
      ctx.set('Cache-Control', 'no-store');
      const action = ctx.path.slice('/api/demo/replay'.length).replace(/^\//, '');
      if (!url || (action !== '' && !ACTIONS.has(action))) throw notFoundError();
      if ((action === '') !== (ctx.method === 'GET')) throw methodNotAllowedError();
      requireSameOrigin(ctx.headers, publicUrl);
      const body = action ? String(await readBytes(ctx.req, { timeoutMs: TIMEOUT_MS })) : undefined;
      const response = await requestReplay(action && `/${action}`, body).catch(() => {
        throw new TouchlineError(
          'UPSTREAM_UNAVAILABLE',
          'The season replay is not responding. Try again in a moment.',
        );
      });
      ctx.status = response.status;
      ctx.type = 'json';
      ctx.body = await response.text();
    },
    /** Sets the number of open pages; the clock of the replay pauses while there is none. */
    setWatcherCount(count: number) {
      const first = watching === 0;
      watching = count;
      if (first) notifyReplay();
    },
    stop: () => clearInterval(timer),
  };
}
