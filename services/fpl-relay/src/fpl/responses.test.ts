import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { expect, test } from 'vitest';
import type { Season } from '../snapshots/snapshots.ts';
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

test('entity tags differ by content, even if a new database repeats the same versions', () => {
  const tags = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((hash) => {
    const responses = createFplResponses(DEFAULT_CALENDAR, () => NOW);
    return [responses.bootstrap(buildSeason(hash)).etag, responses.fixtures(buildSeason(hash))?.etag];
  });
  expect(new Set(tags.flat()).size).toBe(4);
});

test('match events have the current names and clubs, and the body changes only with them', async () => {
  const { bootstrap, fixtures, ...season } = buildSeason('aaaaaaaaaaaa');
  const event = { id: 'goal', kind: 'GOAL', fixture: 1, player: 1, seen_at: NOW };
  const build = (web_name: string, opponent: number, versions: [number, number]) =>
    ({
      ...season,
      bootstrap: {
        ...bootstrap,
        version: versions[0],
        content: {
          players: [{ id: 1, code: 1, web_name, team: 1 }],
          teams: ['ARS', 'BHA', 'CHE'].map((short_name, index) => ({ id: index + 1, short_name })),
          gameweeks: [{ id: 1, is_current: true }],
        },
      },
      fixtures: { ...fixtures, version: versions[1], content: [{ id: 1, team_h: 1, team_a: opponent }] },
      matchEvents: new Map([[1, { ...fixtures, content: [event] }]]),
    }) as unknown as Season;
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

test('fixtures are stale when only the points of a running gameweek are', async () => {
  const season = buildSeason('aaaaaaaaaaaa');
  const head = { season: '2025', version: 5, hash: 'aaaaaaaaaaaa' };
  const kickoff_time = new Date(NOW - 30 * 60_000).toISOString();
  const isStale = async (age: number, data_checked = false) => {
    const running = {
      ...season,
      bootstrap: { ...season.bootstrap, content: { gameweeks: [{ id: 1, data_checked }] } },
      fixtures: { ...season.fixtures, content: [{ id: 1, event: 1, kickoff_time, started: true }] },
      live: new Map([[1, { ...head, fetched_at: NOW - age, content: [] }]]),
    } as unknown as Season;
    const body = createFplResponses(DEFAULT_CALENDAR, () => NOW).fixtures(running);
    return JSON.parse(String(await body?.bytes('identity'))).data.stale;
  };
  expect(await Promise.all([isStale(89_000), isStale(91_000), isStale(91_000, true)])).toEqual([
    false,
    true,
    false,
  ]);
});
