import { expect, it } from 'vitest';
import { computeCooldownEnd } from './refresh.ts';

it('after an idle period two computations run without a pause, and the third waits', () => {
  const first = computeCooldownEnd({ since: 10_000, until: 10_080 }, 0);
  expect(first).toBe(10_080);
  const second = computeCooldownEnd({ since: 10_100, until: 10_180 }, first);
  expect(second).toBe(10_180 + 5 * 80);
  const third = computeCooldownEnd({ since: second, until: second + 2_000 }, second);
  expect(third).toBe(second + 2_000 + 700);
  expect(computeCooldownEnd({ since: third + 3_001, until: third + 3_101 }, third)).toBe(third + 3_101);
});
