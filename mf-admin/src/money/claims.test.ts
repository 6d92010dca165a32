import { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { reportPayout } from '@touchline/api/http/admin-money';
import { createFakeFetch, fakeResponse } from '@touchline/host/testing/fake-responses';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildPayout } from '../testing/fake-payouts.ts';
import { reportTransaction } from './claims.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reports a payout to a server that responds with this failure to the first request. Returns the time of each request in ms. */
async function report(failure: TouchlineError) {
  const start = Date.now();
  const times: number[] = [];
  const respond = fakeResponse(reportPayout, () => {
    times.push(Date.now() - start);
    if (times.length === 1) throw failure;
    return { payout: buildPayout(1, { state: 'SENT' }) };
  });
  const api = createClient({ base: 'http://localhost/api', fetch: createFakeFetch([respond]) });
  const reported = reportTransaction(api, 'games.1', fakeHash(1)).then(
    ({ state }) => state,
    ({ code }) => code,
  );
  await vi.runAllTimersAsync();
  return { result: await reported, times };
}

it('a report over the rate limit is repeated when the limit allows it', async () => {
  const limited = new TouchlineError('RATE_LIMITED', 'Too many requests.', { retryAfter: 40 });
  expect(await report(limited)).toEqual({ result: 'SENT', times: [0, 40_000] });
});

it('a report to a server that is unavailable is repeated after two seconds', async () => {
  const unavailable = new TouchlineError('UPSTREAM_UNAVAILABLE', 'Try again soon.');
  expect(await report(unavailable)).toEqual({ result: 'SENT', times: [0, 2_000] });
});

it('a rejected report is not repeated', async () => {
  const stale = new TouchlineError('STALE', 'Another admin is paying it.');
  expect(await report(stale)).toEqual({ result: 'STALE', times: [0] });
});
