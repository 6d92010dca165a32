import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { expect, test } from 'vitest';
import { startGamesApp } from './testing/games-app.ts';
import { gamesSuite } from './testing/games-suite.ts';

const app = gamesSuite(startGamesApp);

test('every declared call below /games has a route here, and no other has', () => {
  expect(listRegisteredEndpoints(app.koa)).toEqual(listDeclaredEndpoints((path) => /^\/games(\/|$)/.test(path)));
});
