import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedScript } from './feed-script.ts';

/** A feed that answers what the test scripts, in the shapes of the real feed. */
export interface ScriptedFeed {
  url: string;
  script: FeedScript;
  /** Paths requested since the last call of `requested`. */
  requested(): string[];
  /** How often a path was requested since the start. */
  timesRequested(path: string): number;
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  /** Makes requests for paths that contain `part` fail until called with null. */
  fail(part: string, fault: Fault | null): void;
  close(): Promise<void>;
}

export type Fault = (response: ServerResponse, body: string) => void;

/** Every fault of a feed that the game rules name. */
export const FAULTS: Record<string, Fault> = {
  'a 503 page': (response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>The game is being updated.</html>'),
  'a JSON string with 200': (response) => json(response, '"The game is being updated."'),
  'an empty list': (response, body) =>
    json(response, body.startsWith('[') ? '[]' : '{"elements":[],"events":[],"teams":[]}'),
  'half a body': (response, body) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  },
  'a truncated body that ends normally': (response, body) => json(response, body.slice(0, body.length / 2)),
  'no answer in time': () => {},
  'an answer that stalls in the middle': (response, body) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, body.length / 2));
  },
  'needed fields missing': (response, body) =>
    json(response, body.replaceAll('"id":', '"identity":').replaceAll('"code":', '"kode":')),
  'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
};

/** Asks to be left alone for a second. */
export const TOO_MANY: Fault = (response) => response.writeHead(429, { 'retry-after': '1' }).end();

function json(response: ServerResponse, body: string) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

export async function startScriptedFeed(script: FeedScript): Promise<ScriptedFeed> {
  const seen: string[] = [];
  const times = new Map<string, number>();
  let headers: IncomingMessage['headers'] = {};
  const faults = new Map<string, Fault>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    times.set(path, (times.get(path) ?? 0) + 1);
    headers = request.headers;
    const body = answerTo(script, path);
    if (body === null) return void response.writeHead(404).end('{}');
    const [, fault] = [...faults].find(([part]) => path.includes(part)) ?? [];
    if (fault) return fault(response, body);
    json(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    script,
    requested: () => seen.splice(0),
    timesRequested: (path) => times.get(path) ?? 0,
    lastHeaders: () => headers,
    fail: (part, fault) => void (fault ? faults.set(part, fault) : faults.delete(part)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(script: FeedScript, path: string): string | null {
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
