import { declaredCalls } from '@touchline/api/all-endpoints';
import * as parts from '@touchline/platform/testing';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { expect, test } from 'vitest';
import { relaySuite } from './testing/relay-under-test.ts';

const suite = relaySuite(parts);

test('the routes are exactly the declared calls below /fpl', async () => {
  const { koa } = await suite.startRelay();
  expect(registeredCalls(koa)).toEqual(declaredCalls((path) => path.startsWith('/fpl/')));
});
