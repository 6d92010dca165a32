import { expect, test } from 'vitest';
import { createMatcher, ROUTES } from './routes.ts';

const findRoute = createMatcher(ROUTES);

test.each([
  ['GET', '/api/games', 'games'],
  ['POST', '/api/games/1/join', 'games'],
  ['GET', '/api/gamesx', 'endpoints'],
  ['PUT', '/api/admin/games/1', 'admin'],
  ['GET', '/api/live', 'live'],
  ['POST', '/api/live', 'endpoints'],
  ['GET', '/api/live/1', 'endpoints'],
  ['GET', '/api/docs/start.js', 'docs'],
  ['POST', '/api/auth/login', 'endpoints'],
  ['GET', '/.well-known/jwks.json', 'jwks'],
  ['GET', '/.well-known/jwks.json/1', 'shell'],
  ['GET', '/remotes/mf-staking/1.0.0/remote.json', 'remotes'],
  ['GET', '/remotesx', 'shell'],
  ['GET', '//api/games', 'shell'],
])('%s %s is routed to %s', (method, path, handler) => {
  expect(findRoute(method, path).handler).toBe(handler);
});
