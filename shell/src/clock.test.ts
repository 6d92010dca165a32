import { createClient } from '@touchline/api/client';
import { config as readConfig } from '@touchline/api/http/config';
import { afterEach, expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

afterEach(() => void vi.useRealTimers());

test('the clock follows the server’s time, taken halfway between request and response', () => {
  let local = 1_000;
  const clock = createClock(() => local);
  local = 1_200;
  clock.measure(50_000, 1_000);
  expect(clock.now()).toBe(50_100);
  local = 2_200;
  expect(clock.now()).toBe(51_100);
});

test('a Date header in whole seconds corrects large differences only', () => {
  const local = 10_000;
  const clock = createClock(() => local);
  clock.correct(11_000, local);
  expect(clock.now()).toBe(10_000);
  clock.correct(70_000, local);
  expect(clock.now()).toBe(70_000);
});

test.each([
  ['a response whose headers arrive after 20 seconds does not change the clock', 20_000, 0, 0],
  ['a quick response corrects a clock that is a minute fast', 1_000, -60_000, -61_000],
])('%s', async (_, delay, error, offset) => {
  // A whole second, as in the header.
  vi.useFakeTimers({ now: NOW });
  const clock = createClock();
  const client = createClient({
    base: '',
    onServerTime: clock.correct,
    async fetch() {
      const date = new Date(Date.now() + error).toUTCString();
      await vi.advanceTimersByTimeAsync(delay);
      return new Response('{"success":false}', { status: 503, headers: { date } });
    },
  });
  await expect(client.request(readConfig)).rejects.toMatchObject({ status: 503 });
  expect(clock.now() - Date.now()).toBe(offset);
});
