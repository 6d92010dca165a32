import { expect, test } from 'vitest';
import { game } from '../testing/fake-games.ts';
import { describeGame } from './link-previews.ts';

test.each([
  ['UPCOMING', 'PENDING', 'Pick your team and join.'],
  ['ACTIVE', 'PENDING', 'See who leads.'],
  ['COMPLETED', 'PROVISIONAL', 'See the provisional table.'],
  ['COMPLETED', 'FINAL', 'See the final table.'],
  ['CANCELLED', 'PENDING', 'The game was cancelled.'],
] as const)('a game that is %s and %s is described with: %s', (status, settlement, text) =>
  expect(describeGame({ ...game, status, settlement }, 120).description).toBe(`120 teams. ${text}`),
);
