import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedScript } from './feed-script.ts';

/** A feed that serves the script of a test in the format of the real feed. */
export interface ScriptedFeed {
  url: string;
  script: FeedScript;
  /** Paths requested since the last call of `requested`. */
  takeRequests(): string[];
  /** Arrival times of all requests since the start, by `performance.now()`. */
  readonly arrivals: readonly number[];
  /** Number of requests for a path since the start. */
  countRequests(path: string): number;
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  /** Makes requests for paths that contain `pattern` fail until called with null. */
  fail(pattern: string, fault: Fault | null): void;
  close(): Promise<void>;
}

export type Fault = (response: ServerResponse, body: string) => void;

/** All faults of a feed listed in the game rules. */
export const FAULTS: Record<string, Fault> = {
  'a 503 page': (response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>The game is being updated.</html>'),
  'a JSON string with 200': (response) => sendJson(response, '"The game is being updated."'),
  'an empty list': (response, body) =>
    sendJson(response, body.startsWith('[') ? '[]' : '{"elements":[],"events":[],"teams":[]}'),
  'half of the elements': (response, body) => {
    const json = JSON.parse(body);
    const drop = (list: unknown[]) => list.slice(list.length / 2);
    sendJson(
      response,
      JSON.stringify(Array.isArray(json) ? drop(json) : { ...json, elements: drop(json.elements) }),
    );
  },
  'half a body': (response, body) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'a truncated body that ends normally': (response, body) =>
    sendJson(response, body.slice(0, body.length / 2)),
  'no response in time': () => {},
  'a response that stalls in the middle': (response, body) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2));
  },
  'required fields missing': (response, body) =>
    sendJson(response, body.replaceAll('"id":', '"identity":').replaceAll('"code":', '"kode":')),
  'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
};

/** Faults that end only with the relay's timeout. */
export const STALLS = ['no response in time', 'a response that stalls in the middle'];

/** Requests a pause of one second. */
export const TOO_MANY: Fault = (response) => response.writeHead(429, { 'retry-after': '1' }).end();

function sendJson(response: ServerResponse, body: string) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

export async function startScriptedFeed(script: FeedScript): Promise<ScriptedFeed> {
  const requests: string[] = [];
  const arrivals: number[] = [];
  const times = new Map<string, number>();
  let headers: IncomingMessage['headers'] = {};
  const faults = new Map<string, Fault>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    arrivals.push(performance.now());
    times.set(path, (times.get(path) ?? 0) + 1);
    headers = request.headers;
    const body = buildBody(script, path);
    if (body === null) return void response.writeHead(404).end('{}');
    const [, fault] = [...faults].find(([pattern]) => path.includes(pattern)) ?? [];
    if (fault) return fault(response, body);
    sendJson(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    script,
    arrivals,
    takeRequests: () => requests.splice(0),
    countRequests: (path) => times.get(path) ?? 0,
    lastHeaders: () => headers,
    fail: (pattern, fault) => void (fault ? faults.set(pattern, fault) : faults.delete(pattern)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function buildBody(script: FeedScript, path: string): string | null {
  if (path === '/api/bootstrap-static/')
    return JSON.stringify({
      events: script.events,
      teams: script.teams,
      elements: script.elements,
      chips: [],
    });
  if (path === '/api/fixtures/') return JSON.stringify(script.fixtures);
  const gameweek = /^\/api\/event\/(\d+)\/live\/$/.exec(path)?.[1];
  const live = script.live.get(Number(gameweek));
  return live === undefined ? null : JSON.stringify(live);
}
