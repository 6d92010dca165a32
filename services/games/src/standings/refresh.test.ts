import { expect, it } from 'vitest';
import { restAfter } from './refresh.ts';

it('two computations after a quiet time follow each other, the third waits', () => {
  const first = restAfter({ since: 10_000, until: 10_080 }, 0);
  expect(first).toBe(10_080);
  const second = restAfter({ since: 10_100, until: 10_180 }, first);
  expect(second).toBe(10_180 + 5 * 80);
  const third = restAfter({ since: second, until: second + 2_000 }, second);
  expect(third).toBe(second + 2_000 + 700);
  expect(restAfter({ since: third + 3_001, until: third + 3_101 }, third)).toBe(third + 3_101);
});
