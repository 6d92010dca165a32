import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Calendar } from '@touchline/rules/calendar';
import type { Answers } from './responses/responses.ts';
import { advanceSchema, ControlError, type ReplayControl, speedSchema } from './control.ts';

export interface ReplayHttp {
  answers: Answers;
  control: ReplayControl;
  calendar: Partial<Calendar>;
}

const BODY_LIMIT = 4096;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** The FPL API's paths at the root (GET, ETag, 304), and `/control` for callers on this machine. */
export function createReplayServer(parts: ReplayHttp): Server {
  return createServer((request, response) => {
    handle(parts, request, response).catch((error: unknown) => {
      const refused = error instanceof ControlError;
      const message = error instanceof Error ? error.message : 'unknown';
      if (!refused) console.error('request failed:', error);
      send(response, refused ? 409 : 500, { error: refused ? message : 'internal error' });
    });
  });
}

async function handle(parts: ReplayHttp, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://replay');
  if (url.pathname === '/healthz') return send(response, 200, { ok: true });
  if (url.pathname === '/control' || url.pathname.startsWith('/control/'))
    return handleControl(parts, url.pathname, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, 405, { detail: 'Method not allowed.' });
  const answer = parts.answers.get(url.pathname, url.searchParams);
  if (answer === null) return send(response, 404, { detail: 'Not found.' });
  response.setHeader('etag', answer.etag);
  response.setHeader('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(answer.body));
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : answer.body);
}

async function handleControl(
  { control, calendar }: ReplayHttp,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Browsers send an origin: no web page may control the replay.
  if (!LOOPBACK.has(request.socket.remoteAddress ?? '') || request.headers.origin !== undefined)
    return send(response, 403, { error: '/control answers local programs only.' });
  const status = () => ({ ...control.status(), calendar });
  if (request.method === 'GET' && path === '/control') return send(response, 200, status());
  if (request.method !== 'POST')
    return send(response, 405, {
      error: 'Use GET /control or POST /control/{pause,resume,wait,watched,speed,advance}.',
    });
  const simple = {
    pause: control.pause,
    resume: control.resume,
    wait: control.wait,
    watched: control.watched,
  };
  const action = path.slice('/control/'.length);
  if (isKeyOf(simple, action)) {
    simple[action]();
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
    error: 'No such action: use pause, resume, wait, watched, speed or advance.',
  });
}

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key);

/** The parsed body; undefined, which no schema accepts, if it is too long or not JSON. */
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
