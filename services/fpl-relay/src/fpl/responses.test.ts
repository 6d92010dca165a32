import type { Fixture, Gameweek, Player } from '@touchline/api/http/fpl';
import { toInstant } from '@touchline/api/values';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { expect, test } from 'vitest';
import type { Season, StoredMatchEvent } from '../snapshots/snapshots.ts';
import { createFplResponses } from './responses.ts';

const NOW = Date.parse('2025-08-16T12:00:00.000Z');

/** Builds a season with bootstrap and fixtures at version 5. */
function buildSeason(hash: string): Season {
  const head = { season: '2025', version: 5, hash, changed_at: NOW, fetched_at: NOW };
  const bootstrap = { ...head, content: { players: [], teams: [], gameweeks: [] } };
  return {
    id: '2025',
    bootstrap,
    fixtures: { ...head, content: [] },
    live: new Map(),
    matchEvents: new Map(),
  };
}

const PLAYER: Player = {
  id: 1,
  code: 1,
  name: 'Bukayo Saka',
  web_name: 'Saka',
  team: 1,
  position: 3,
  price: 10,
  total_points: 0,
  form: 0,
  selected_by_percent: 0,
  cost_change: 0,
  photo: '1.jpg',
  status: 'a',
  can_select: true,
  news: '',
  chance_of_playing: null,
};

const TEAMS = ['ARS', 'BHA', 'CHE'].map((short_name, index) => ({
  id: index + 1,
  code: index + 1,
  name: short_name,
  short_name,
}));

const GAMEWEEK: Gameweek = {
  id: 1,
  name: 'Gameweek 1',
  gameweek_number: 1,
  deadline_time: toInstant(NOW),
  start_time: null,
  end_time: null,
  is_current: true,
  is_next: false,
  finished: false,
  data_checked: false,
};

const FIXTURE: Fixture = {
  id: 1,
  code: 1,
  event: 1,
  kickoff_time: null,
  team_h: 1,
  team_a: 2,
  team_h_score: null,
  team_a_score: null,
  team_h_difficulty: 2,
  team_a_difficulty: 2,
  started: false,
  finished: false,
  finished_provisional: false,
  minutes: 0,
  stats: [],
};

const GOAL: StoredMatchEvent = {
  id: 'goal',
  kind: 'GOAL',
  fixture: 1,
  player: 1,
  minute: null,
  points: 5,
  score: null,
  seen_at: NOW,
  taken_back_at: null,
};

test('entity tags differ by content, even if a new database repeats the same versions', () => {
  const tags = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((hash) => {
    const responses = createFplResponses(DEFAULT_CALENDAR, () => NOW);
    return [responses.bootstrap(buildSeason(hash)).etag, responses.fixtures(buildSeason(hash))?.etag];
  });
  expect(new Set(tags.flat()).size).toBe(4);
});

test('match events have the current names and clubs, and the body changes only with them', async () => {
  const { bootstrap, fixtures, ...season } = buildSeason('aaaaaaaaaaaa');
  const build = (web_name: string, team_a: number, versions: [number, number]): Season => ({
    ...season,
    bootstrap: {
      ...bootstrap,
      version: versions[0],
      content: { players: [{ ...PLAYER, web_name }], teams: TEAMS, gameweeks: [GAMEWEEK] },
    },
    fixtures: { ...fixtures, version: versions[1], content: [{ ...FIXTURE, team_a }] },
    matchEvents: new Map([[1, { ...fixtures, content: [GOAL] }]]),
  });
  const responses = createFplResponses(DEFAULT_CALENDAR, () => NOW);
  const read = async (body: ReturnType<typeof responses.matchEvents>) => {
    const { moments } = JSON.parse(String(await body?.bytes('identity'))).data;
    return [body?.etag, moments[0].player.web_name, moments[0].away];
  };
  const first = responses.matchEvents(build('Saka', 2, [5, 5]));
  expect(responses.matchEvents(build('Saka', 2, [5, 5]))).toBe(first);
  const [tag, ...names] = await read(first);
  expect(names).toEqual(['Saka', 'BHA']);
  const [renamedTag, ...renamed] = await read(responses.matchEvents(build('Bukayo', 2, [6, 5])));
  expect(renamed).toEqual(['Bukayo', 'BHA']);
  const [movedTag, ...moved] = await read(responses.matchEvents(build('Bukayo', 3, [6, 6])));
  expect(moved).toEqual(['Bukayo', 'CHE']);
  expect(new Set([tag, renamedTag, movedTag]).size).toBe(3);
});

test('fixtures are stale when only the points of a running gameweek are, and have the age of the points', async () => {
  const season = buildSeason('aaaaaaaaaaaa');
  const kickoff_time = toInstant(NOW - 30 * 60_000);
  const responses = createFplResponses(DEFAULT_CALENDAR, () => NOW);
  const read = async (age: number, data_checked = false) => {
    const { bootstrap, fixtures } = season;
    const gameweeks = [{ ...GAMEWEEK, data_checked }];
    const running: Season = {
      ...season,
      bootstrap: { ...bootstrap, content: { ...bootstrap.content, gameweeks } },
      fixtures: { ...fixtures, content: [{ ...FIXTURE, kickoff_time, started: true }] },
      live: new Map([[1, { ...fixtures, fetched_at: NOW - age, content: [] }]]),
    };
    const body = responses.fixtures(running);
    const { stale, updated_at } = JSON.parse(String(await body?.bytes('identity'))).data;
    return { tag: body?.etag, stale, age: NOW - Date.parse(updated_at) };
  };
  const recent = await read(89_000);
  expect(recent).toMatchObject({ stale: false, age: 89_000 });
  const delayed = await read(91_000);
  expect(delayed).toMatchObject({ stale: true, age: 91_000 });
  const older = await read(20 * 60_000);
  expect(older).toMatchObject({ stale: true, age: 20 * 60_000 });
  expect(new Set([recent, delayed, older].map(({ tag }) => tag)).size).toBe(3);
  expect(await read(91_000, true)).toMatchObject({ stale: false, age: 0 });
});
