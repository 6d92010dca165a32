import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: a feed whose every answer the test writes, in the feed's own shapes. */
export interface ScriptedFeed {
  url: string;
  script: FeedScript;
  /** Paths asked for since the last call of `asked`. */
  asked(): string[];
  /** How often a path was asked for since the beginning. */
  timesAsked(path: string): number;
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  /** Misbehaves for paths that contain `part` until called with null. */
  misbehave(part: string, how: Misbehaviour | null): void;
  close(): Promise<void>;
}

export type Misbehaviour = (response: ServerResponse, body: string) => void;

export interface FeedScript {
  events: Record<string, unknown>[];
  teams: Record<string, unknown>[];
  elements: Record<string, unknown>[];
  fixtures: FeedFixture[];
  live: Map<number, unknown>;
}

export interface FeedFixture extends Record<string, unknown> {
  id: number;
  event: number | null;
  kickoff_time: string | null;
}

/** Every way a feed goes wrong that issue and game rules name. */
export const FAULTS: Record<string, Misbehaviour> = {
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
  'a body cut short and closed in order': (response, body) => json(response, body.slice(0, body.length / 2)),
  'no answer in time': () => {},
  'an answer that stops in the middle': (response, body) => {
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

function json(response: ServerResponse, body: string) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

export async function startScriptedFeed(script: FeedScript): Promise<ScriptedFeed> {
  const seen: string[] = [];
  const times = new Map<string, number>();
  let headers: IncomingMessage['headers'] = {};
  const moods = new Map<string, Misbehaviour>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    times.set(path, (times.get(path) ?? 0) + 1);
    headers = request.headers;
    const body = answerTo(script, path);
    if (body === null) return void response.writeHead(404).end('{}');
    const mood = [...moods].find(([part]) => path.includes(part));
    if (mood) return mood[1](response, body);
    json(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    script,
    asked: () => seen.splice(0),
    timesAsked: (path) => times.get(path) ?? 0,
    lastHeaders: () => headers,
    misbehave: (part, how) => void (how ? moods.set(part, how) : moods.delete(part)),
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

const HOUR = 3_600_000;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/**
 * A season of three gameweeks at `now`: the first is checked, in the second one match is on and one is to come (a
 * double for clubs 1 and 2), the third is ahead. Players 1-4 of clubs 1-4, and a manager.
 */
export function buildScript(now: number): FeedScript {
  const deadlines = [now - 170 * HOUR, now - 2 * HOUR, now + 160 * HOUR];
  const flags = [
    { finished: true, data_checked: true, is_current: false, is_next: false },
    { finished: false, data_checked: false, is_current: true, is_next: false },
    { finished: false, data_checked: false, is_current: false, is_next: true },
  ];
  return {
    events: deadlines.map((deadline, index) => ({
      id: index + 1,
      name: `Gameweek ${index + 1}`,
      deadline_time: iso(deadline),
      ...flags[index],
      average_entry_score: 50,
    })),
    teams: ['ARS', 'BHA', 'CHE', 'EVE'].map((short_name, index) => ({
      id: index + 1,
      code: 10 + index,
      name: `Club ${short_name}`,
      short_name,
      strength: 3,
    })),
    elements: [1, 2, 3, 4]
      .map(buildElement)
      .concat({ id: 9, element_type: 5, first_name: 'A', second_name: 'Manager' }),
    fixtures: [
      buildFixture({ id: 1, event: 1, kickoff: now - 168 * HOUR, home: 1, away: 2, state: 'over' }),
      buildFixture({ id: 2, event: 2, kickoff: now - 0.5 * HOUR, home: 1, away: 2, state: 'on' }),
      buildFixture({ id: 3, event: 2, kickoff: now + 2 * HOUR, home: 2, away: 1, state: 'ahead' }),
      buildFixture({ id: 4, event: 2, kickoff: now + 2 * HOUR, home: 3, away: 4, state: 'ahead' }),
      buildFixture({ id: 5, event: 3, kickoff: now + 162 * HOUR, home: 3, away: 1, state: 'ahead' }),
      {
        ...buildFixture({ id: 6, event: null, kickoff: 0, home: 4, away: 2, state: 'ahead' }),
        kickoff_time: null,
      },
    ],
    live: new Map([
      [
        1,
        {
          elements: [
            liveOf(1, 6, [
              [1, 'minutes', 90, 2],
              [1, 'goals_scored', 1, 4],
            ]),
          ],
        },
      ],
      [2, runningLive()],
    ]),
  };
}

function buildElement(id: number): Record<string, unknown> {
  return {
    id,
    code: 1000 + id,
    first_name: `First${id}`,
    second_name: `Last${id}`,
    web_name: `Player${id}`,
    team: id,
    element_type: id,
    now_cost: 45 + id,
    cost_change_start: -1,
    total_points: 12,
    form: '4.3',
    selected_by_percent: '12.5',
    photo: `${1000 + id}.jpg`,
    status: 'a',
    can_select: id !== 4,
    news: '',
    chance_of_playing_next_round: null,
    squad_number: null,
  };
}

interface FixtureWish {
  id: number;
  event: number | null;
  kickoff: number;
  home: number;
  away: number;
  state: 'ahead' | 'on' | 'over';
}

function buildFixture({ id, event, kickoff, home, away, state }: FixtureWish): FeedFixture {
  const begun = state !== 'ahead';
  return {
    id,
    code: 5000 + id,
    event,
    kickoff_time: iso(kickoff),
    team_h: home,
    team_a: away,
    team_h_score: begun ? 1 : null,
    team_a_score: begun ? 0 : null,
    team_h_difficulty: 2,
    team_a_difficulty: 4,
    started: begun,
    finished: state === 'over',
    finished_provisional: state === 'over',
    minutes: begun ? 30 : 0,
    stats: begun
      ? [{ identifier: 'bps', h: [{ element: home, value: 21 }], a: [{ element: away, value: 7 }] }]
      : [],
    pulse_id: id,
  };
}

type Line = [fixture: number, identifier: string, value: number, points: number];

/** A player's live entry from its lines; total_points as given. */
export function liveOf(id: number, total: number, lines: Line[], bps = 0) {
  const fixtures = [...new Set(lines.map(([fixture]) => fixture))];
  return {
    id,
    stats: { minutes: 0, total_points: total, bps },
    explain: fixtures.map((fixture) => ({
      fixture,
      stats: lines
        .filter(([of]) => of === fixture)
        .map(([, identifier, value, points]) => ({ identifier, value, points, points_modification: 0 })),
    })),
    modified: false,
  };
}

/** Gameweek 2 in the middle of match 2, before any goal. */
export function runningLive(goals = 0) {
  const striker: Line[] = [
    [2, 'minutes', 30, 1],
    [3, 'minutes', 0, 0],
  ];
  if (goals > 0) striker.push([2, 'goals_scored', goals, goals * 4]);
  return {
    elements: [
      liveOf(1, 1 + goals * 4, striker, 21),
      liveOf(
        2,
        0,
        [
          [2, 'minutes', 30, 1],
          [2, 'yellow_cards', 1, -1],
          [3, 'minutes', 0, 0],
        ],
        7,
      ),
      liveOf(3, 0, [[4, 'minutes', 0, 0]]),
      liveOf(4, 0, [[4, 'minutes', 0, 0]]),
      liveOf(9, 5, [[2, 'mng_win', 1, 5]]),
    ],
  };
}
