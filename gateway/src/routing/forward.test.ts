import { expect, test } from 'vitest';
import { createEndpointFinder } from './forward.ts';

const findEndpoint = createEndpointFinder();

test.each([
  ['POST', '/games/7f2b/join', 'join'],
  ['POST', '/games/7f2b/reserve', 'join'],
  ['GET', '/games/7f2b/leaderboard', 'leaderboard'],
  ['HEAD', '/games/7f2b/leaderboard', 'leaderboard'],
  ['POST', '/staking', 'stake'],
  ['POST', '/games', 'tournament'],
  ['GET', '/staking', undefined],
  ['GET', '/games/7f2b', undefined],
  ['GET', '/games/7f2b/leaderboard/more', undefined],
  // These spellings are 404 (packages/service-kit/src/http/route.test.ts).
  ['POST', '/games/7f2b/Reserve', undefined],
  ['POST', '/games/7f2b/reserve/', undefined],
  ['GET', '/games/7f2b/LEADERBOARD', undefined],
  ['GET', '/games//leaderboard', undefined],
])('%s %s counts towards the limit %s', (method, path, limit) => {
  expect(findEndpoint(method, `/api${path}`)?.limit).toBe(limit);
});

test.each([
  ['POST', '/games', 'admin'],
  ['GET', '/games', undefined],
  ['POST', '/games/7f2b/join', 'player'],
])('%s %s requires the auth %s', (method, path, auth) => {
  expect(findEndpoint(method, `/api${path}`)?.auth).toBe(auth);
});
