import { TouchlineError } from '@touchline/api/errors';
import type { Log } from '@touchline/service-kit/log';
import type { Context } from 'koa';
import { requireSameOrigin } from '../auth/same-origin.ts';
import { readRequestBody } from '../routing/request-body.ts';

/** How often the replay hears that somebody watches; it waits after 20 seconds without. */
const WATCH_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** What the dock may do. */
const ACTIONS: ReadonlySet<string> = new Set(['pause', 'resume', 'speed', 'advance']);

export interface DemoReplay {
  /** GET /api/demo/replay, and POST /api/demo/replay/{pause,resume,speed,advance}; 404 without a replay. */
  handle(ctx: Context): Promise<void>;
  /** How many pages watch now; the replay's clock waits while there is none. */
  watchers(count: number): void;
  stop(): void;
}

/**
 * The season replay's controls for pages of this site. They exist only where the local platform sets the replay's
 * address: every visitor of the demo may move its clock.
 * @param url the replay's address; null in production
 */
export function createDemoReplay(url: string | null, publicUrl: URL, log: Log): DemoReplay {
  let watching = 0;
  const call = (path: string, body?: string) =>
    fetch(`${url}/control${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const tell = () => {
    if (watching === 0 || !url) return;
    call('/watched', '').catch((error: unknown) => log.debug({ err: error }, 'the replay does not answer'));
  };
  const timer = url ? setInterval(tell, WATCH_MS) : undefined;
  timer?.unref();
  return {
    async handle(ctx) {
      ctx.state.route = '/demo/replay';
      ctx.set('Cache-Control', 'no-store');
      const action = ctx.path.slice('/api/demo/replay'.length).replace(/^\//, '');
      if (!url || (action !== '' && !ACTIONS.has(action)))
        throw new TouchlineError('NOT_FOUND', 'Not found.');
      if ((action === '') !== (ctx.method === 'GET'))
        throw new TouchlineError('METHOD_NOT_ALLOWED', `${ctx.method} is not used here.`);
      requireSameOrigin(ctx.headers, publicUrl);
      const body = action ? String(await readRequestBody(ctx.req, TIMEOUT_MS)) : undefined;
      const answer = await call(action && `/${action}`, body).catch(() => {
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The season replay does not answer.');
      });
      ctx.status = answer.status;
      ctx.type = 'json';
      ctx.body = await answer.text();
    },
    watchers(count) {
      const first = watching === 0;
      watching = count;
      if (first) tell();
    },
    stop: () => clearInterval(timer),
  };
}
