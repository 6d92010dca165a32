import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import * as parts from '@touchline/local-stack/testing';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { expect, test } from 'vitest';
import { relaySuite } from './testing/relay-under-test.ts';

const suite = relaySuite(parts);

test('the routes are exactly the declared calls below /fpl', async () => {
  const { koa } = await suite.startRelay();
  expect(listRegisteredEndpoints(koa)).toEqual(listDeclaredEndpoints((path) => path.startsWith('/fpl/')));
});
