import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

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
  clock.correct(11_000);
  expect(clock.now()).toBe(10_000);
  clock.correct(70_000);
  expect(clock.now()).toBe(70_000);
});
