import { declaredCalls } from '@touchline/api/all-endpoints';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { expect, test } from 'vitest';
import { stakingSuite } from './testing/staking-suite.ts';

const suite = stakingSuite({ seasonEnd: Date.now() + 86_400_000 });

test('serves exactly the declared calls below /staking', () => {
  expect(registeredCalls(suite.app.koa)).toEqual(declaredCalls((path) => /^\/staking(\/|$)/.test(path)));
});
