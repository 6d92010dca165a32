import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatcher, createSharedRun, createTimedRead, waitAtMost } from './shared-work.ts';

test('requests that arrive during a batch share the next batch, in order', async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatcher(
    async (take: () => readonly number[]) => {
      const numbers = take();
      batches.push(numbers);
      await Promise.resolve();
      return numbers.map((number) => 2 * number);
    },
    { maxBatch: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(double))).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  expect(await double(7)).toBe(14);
});

test('a failing batch rejects only its own requests', async () => {
  const failOnTwo = createBatcher(
    async (take: () => readonly number[]) => {
      const numbers = take();
      if (numbers.includes(2)) throw new Error('two');
      return numbers;
    },
    { maxBatch: 2 },
  );
  const [first, second, third, fourth] = await Promise.allSettled([1, 2, 3, 4].map(failOnTwo));
  expect(first).toMatchObject({ value: 1 });
  for (const failed of [second, third]) expect(failed).toMatchObject({ reason: new Error('two') });
  expect(fourth).toMatchObject({ value: 4 });
});

test('a batch has all requests that arrive before the work takes them', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const batches: (readonly number[])[] = [];
  const echo = createBatcher(
    async (take: () => readonly number[]) => {
      await begun;
      const numbers = take();
      batches.push(numbers);
      return numbers;
    },
    { maxBatch: 3 },
  );
  const echoed = Promise.all([1, 2, 3, 4].map(echo));
  begin();
  expect(await echoed).toEqual([1, 2, 3, 4]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('work that fails before it takes its requests rejects those that wait', async () => {
  const fail = createBatcher<number, number>(() => Promise.reject(new Error('no')), { maxBatch: 2 });
  const results = await Promise.allSettled([1, 2, 3].map(fail));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('calls before the start of a run share it, and calls during it share the next run', async () => {
  let runs = 0;
  let running = 0;
  const during: Promise<number>[] = [];
  const run: () => Promise<number> = createSharedRun(async () => {
    running += 1;
    expect(running).toBe(1);
    runs += 1;
    const number = runs;
    if (number === 1) during.push(run(), run());
    await Promise.resolve();
    running -= 1;
    return number;
  });
  expect(await Promise.all([run(), run()])).toEqual([1, 1]);
  expect(await Promise.all(during)).toEqual([2, 2]);
  expect(await run()).toBe(3);
});

test('a failed run rejects only its own calls', async () => {
  let runs = 0;
  const during: Promise<number>[] = [];
  const run: () => Promise<number> = createSharedRun(async () => {
    runs += 1;
    if (runs > 1) return runs;
    during.push(run());
    throw new Error('first');
  });
  const results = await Promise.allSettled([run(), run()]);
  for (const result of results) expect(result).toMatchObject({ reason: new Error('first') });
  expect(await Promise.all(during)).toEqual([2]);
});

describe('a timed read', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a timed read shares one result until it is too old for the caller', async () => {
    let loads = 0;
    const { read } = createTimedRead(1_000, async () => ++loads);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    vi.advanceTimersByTime(999);
    expect(await read()).toBe(1);
    expect(await read(500)).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(await read()).toBe(3);
  });

  test('a timed read reads again after it was forgotten, also while the previous read runs', async () => {
    const responses: ((value: string) => void)[] = [];
    const { read, forget } = createTimedRead(
      1_000,
      () => new Promise<string>((done) => responses.push(done)),
    );
    const before = read();
    forget();
    const after = read();
    responses[0]!('old');
    responses[1]!('new');
    expect(await Promise.all([before, after, read()])).toEqual(['old', 'new', 'new']);
  });

  test('a timed read keeps no failure, and rejects every call that shared it', async () => {
    let loads = 0;
    const { read } = createTimedRead(1_000, async () => {
      loads += 1;
      if (loads === 1) throw new Error('no connection');
      return loads;
    });
    const failed = await Promise.allSettled([read(), read()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read()).toBe(2);
  });
});

describe('deadline', () => {
  const never = () => new Promise<never>(() => {});

  test('the result is that of the work, also when it fails', async () => {
    expect(await waitAtMost(60_000, Promise.resolve(1))).toBe(1);
    await expect(waitAtMost(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('the result is null once the time is over, and a later failure is ignored', async () => {
    expect(await waitAtMost(1, never())).toBeNull();
    let fail = (_: Error) => {};
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    expect(await waitAtMost(1, work)).toBeNull();
    fail(new Error('too late'));
  });
});
