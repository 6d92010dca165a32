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
