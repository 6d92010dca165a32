import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Calendar } from '@touchline/rules/calendar';
import { advanceSchema, ControlError, type ReplayControl, speedSchema } from './control.ts';
import type { FeedResponses } from './responses/responses.ts';

export interface ReplayHttp {
  feed: FeedResponses;
  control: ReplayControl;
  calendar: Partial<Calendar>;
}

const BODY_LIMIT = 4096;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Serves the FPL API's paths at the root (GET, ETag, 304), and `/control` for programs on this machine. */
export function createReplayServer(context: ReplayHttp): Server {
  return createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => {
      const isControlError = error instanceof ControlError;
      const message = error instanceof Error ? error.message : 'unknown';
      if (!isControlError) console.error('replay request failed', error);
      send(response, isControlError ? 409 : 500, { error: isControlError ? message : 'internal error' });
    });
  });
}

async function handle(
  context: ReplayHttp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://replay');
  if (url.pathname === '/healthz') return send(response, 200, { ok: true });
  if (url.pathname === '/control' || url.pathname.startsWith('/control/'))
    return handleControl(context, url.pathname, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, 405, { detail: 'Method not allowed.' });
  const feedResponse = context.feed.get(url.pathname, url.searchParams);
  if (feedResponse === null) return send(response, 404, { detail: 'Not found.' });
  response.setHeader('etag', feedResponse.etag);
  response.setHeader('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === feedResponse.etag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(feedResponse.body));
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : feedResponse.body);
}

async function handleControl(
  { control, calendar }: ReplayHttp,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Only browsers send an origin, and web pages may not control the replay.
  if (!LOOPBACK.has(request.socket.remoteAddress ?? '') || request.headers.origin !== undefined)
    return send(response, 403, { error: '/control accepts requests from local programs only.' });
  const status = () => ({ ...control.status(), calendar });
  if (request.method === 'GET' && path === '/control') return send(response, 200, status());
  if (request.method !== 'POST')
    return send(response, 405, {
      error: 'Use GET /control or POST /control/{pause,resume,wait,watched,speed,advance}.',
    });
  const actions = {
    pause: control.pause,
    resume: control.resume,
    wait: control.wait,
    watched: control.watched,
  };
  const action = path.slice('/control/'.length);
  if (isKeyOf(actions, action)) {
    actions[action]();
    return send(response, 200, status());
  }
  if (path === '/control/speed') {
    const body = speedSchema.safeParse(await readJson(request));
    if (!body.success) return send(response, 400, { error: 'speed takes {speed}, from 0.1 to 60.' });
    control.setSpeed(body.data.speed);
    return send(response, 200, status());
  }
  if (path === '/control/advance') {
    const move = advanceSchema.safeParse(await readJson(request));
    if (!move.success)
      return send(response, 400, {
        error:
          "advance takes {to: 'next'}, {to: 'next-goal'}, {to: 'next-kickoff'}, {to: 'full-time'}, {to: {gameweek, phase}} or {minutes}.",
      });
    const goal = control.advance(move.data);
    return send(response, 200, goal === null ? status() : { ...status(), goal });
  }
  return send(response, 404, {
    error: 'Unknown action: use pause, resume, wait, watched, speed or advance.',
  });
}

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key);

/** Parses the body. Returns undefined, which no schema accepts, if it is too long or not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
