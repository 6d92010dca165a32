import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { expect, test } from 'vitest';
import type { Season } from '../snapshots/snapshots.ts';
import { createAnswers } from './answers.ts';

const NOW = Date.parse('2025-08-16T12:00:00.000Z');

/** A season whose bootstrap and fixtures are at version 5. */
function seasonOf(hash: string): Season {
  const head = { season: '2025', version: 5, hash, fetched_at: NOW };
  const bootstrap = { ...head, content: { players: [], teams: [], gameweeks: [] } };
  return { id: '2025', bootstrap, fixtures: { ...head, content: [] }, live: new Map(), moments: new Map() };
}

test('another content has another entity tag, even if a new database counts the same versions again', () => {
  const tags = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((hash) => {
    const answers = createAnswers(DEFAULT_CALENDAR, () => NOW);
    return [answers.bootstrap(seasonOf(hash)).etag, answers.fixtures(seasonOf(hash))?.etag];
  });
  expect(new Set(tags.flat()).size).toBe(4);
});
