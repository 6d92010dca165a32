import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import * as dependencies from '@touchline/local-stack/testing';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { expect, test } from 'vitest';
import { relaySuite } from './testing/relay-suite.ts';

const suite = relaySuite(dependencies);

test('A27 relay serves exactly the declared endpoints below /fpl', async () => {
  const { koa } = await suite.startRelay();
  expect(listRegisteredEndpoints(koa)).toEqual(listDeclaredEndpoints((path) => path.startsWith('/fpl/')));
});
