import { AHEAD, endpointsOf } from '@touchline/api/all-endpoints';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { expect, test } from 'vitest';
import { adminSuite } from './testing/admin-suite.ts';

const suite = adminSuite();
const calls = endpointsOf(AHEAD).map(({ endpoint }) => endpoint);

test('serves exactly the declared calls below /admin', () => {
  expect(registeredCalls(suite.koa)).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
});
