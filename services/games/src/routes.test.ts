import { declaredCalls } from '@touchline/api/all-endpoints';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { expect, test } from 'vitest';
import { startGamesApp } from './testing/games-app.ts';
import { gamesSuite } from './testing/games-suite.ts';

const app = gamesSuite(startGamesApp);

test('every declared call below /games has a route here, and no other has', () => {
  expect(registeredCalls(app.koa)).toEqual(declaredCalls((path) => /^\/games(\/|$)/.test(path)));
});
