import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { expect, test } from 'vitest';
import { startGamesApp } from './testing/games-app.ts';
import { setUpGamesSuite } from './testing/games-suite.ts';

const app = setUpGamesSuite(startGamesApp);

test('A27 the service has a route for every declared public endpoint of games, leagues, notifications, results, prizes and reserves, and no others', () => {
  expect(listRegisteredEndpoints(app.koa)).toEqual(
    listDeclaredEndpoints((path) =>
      /^\/(games|leagues|notifications|results|prizes|reserves)(\/|\.|$)/.test(path),
    ),
  );
});

test('a request for the entries of a result is measured by its route', async () => {
  await app.raw('GET', '/games/00000000-0000-4000-8000-000000000000/result/entries', null);
  expect(await app.metrics.text()).toContain(
    '_count{service="games",method="GET",route="/games/:id/result/entries",status="404"} 1',
  );
});
