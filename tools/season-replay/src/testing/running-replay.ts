import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Replay, type ReplayOptions, startReplay } from '../replay.ts';

/** Starts a replay that stops when the test ends. */
export async function start(options: ReplayOptions): Promise<Replay> {
  const replay = await startReplay(options);
  onTestFinished(() => replay.stop());
  return replay;
}

/** Returns the path of a state file that does not exist yet. */
export async function reserveStateFile(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'touchline-replay-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return join(dir, 'replay', 'state.json');
}

interface Event {
  id: number;
  deadline_time: string;
  is_current: boolean;
  is_next: boolean;
  finished: boolean;
  data_checked: boolean;
}
interface Element {
  id: number;
  team: number;
  status: string;
  can_select: boolean;
  now_cost: number;
  total_points: number;
  form: string;
  element_type: number;
}
export interface Bootstrap {
  events: Event[];
  elements: Element[];
  teams: { id: number }[];
  total_players: number;
}
interface Fixture {
  id: number;
  event: number | null;
  kickoff_time: string | null;
  started: boolean;
  finished: boolean;
  finished_provisional: boolean;
  minutes: number;
  team_h_score: number | null;
  team_a_score: number | null;
  stats: { identifier: string; a: unknown[]; h: unknown[] }[];
}
interface Live {
  elements: {
    id: number;
    stats: Record<string, number | string | boolean>;
    explain: { fixture: number; stats: { points: number; value: number; identifier: string }[] }[];
  }[];
}
interface Status {
  season: number;
  gameweek: number;
  phase: string;
  paused: boolean;
  virtual_time: number;
  phases: string[];
  goal?: { fixture: number; scorer: number; minute: number };
}

/** Creates an HTTP client of the replay. */
export function createTestClient({ url }: Replay) {
  const get = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const post = (path: string, body?: object) =>
    fetch(`${url}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
  return {
    bootstrap: () => get<Bootstrap>('/bootstrap-static/'),
    fixtures: (gameweek?: number) =>
      get<Fixture[]>(gameweek === undefined ? '/fixtures/' : `/fixtures/?event=${gameweek}`),
    live: (gameweek: number) => get<Live>(`/event/${gameweek}/live/`),
    eventStatus: () =>
      get<{ status: { points: string; bonus_added: boolean }[]; leagues: string }>('/event-status/'),
    status: () => get<Status>('/control'),
    post,
    to: async (gameweek: number, phase: string) => {
      const response = await post('/advance', { to: { gameweek, phase } });
      expect(response.status).toBe(200);
      return (await response.json()) as Status;
    },
    advance: async (body: object) => (await (await post('/advance', body)).json()) as Status,
  };
}
