import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { expect, test } from 'vitest';
import { stakingSuite } from './testing/staking-suite.ts';

const suite = stakingSuite({ seasonEnd: Date.now() + 86_400_000 });

test('A27 staking serves exactly the declared endpoints below /staking', () => {
  expect(listRegisteredEndpoints(suite.app.koa)).toEqual(
    listDeclaredEndpoints((path) => /^\/staking(\/|$)/.test(path)),
  );
});
