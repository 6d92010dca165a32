import { setTimeout as sleep } from 'node:timers/promises';

interface Pending<Req, Res> {
  request: Req;
  resolve(response: Res): void;
  reject(reason: unknown): void;
}

interface BatcherOptions {
  /** Maximum number of requests per batch. */
  maxBatch: number;
  /** Minimum time from one batch to the next, by the size of the first one. */
  pauseMs?: (requests: number) => number;
}

/**
 * Batches concurrent requests, for work whose cost is mostly per batch, such as a SQL statement or a commit. A single request
 * runs immediately. Requests that arrive during a batch form the next one, so no result is older than its request.
 * @param processBatch calls `take` once, as late as it can, for the requests that have arrived until then. It returns one result
 * per request, in order; if it throws, all requests of the batch are rejected
 */
export function createBatcher<Req, Res>(
  processBatch: (take: () => readonly Req[]) => Promise<readonly Res[]>,
  { maxBatch, pauseMs }: BatcherOptions,
): (request: Req) => Promise<Res> {
  const pending: Pending<Req, Res>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (pending.length > 0) {
      let batch: Pending<Req, Res>[] = [];
      let pause: Promise<void> | undefined;
      const take = () => {
        batch = pending.splice(0, maxBatch);
        pause = pauseMs && sleep(pauseMs(batch.length));
        return batch.map(({ request }) => request);
      };
      try {
        const responses = await processBatch(take);
        for (const [index, { resolve }] of batch.entries()) resolve(responses[index]!);
      } catch (error) {
        if (batch.length === 0) take(); // The work failed before the batch was known: all waiting requests fail.
        for (const { reject } of batch) reject(error);
      }
      await pause;
    }
    isRunning = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject });
      if (!isRunning) void run();
    });
}

/**
 * Creates a function that runs `work` one call at a time. Calls made while a run is waiting to start share that run and its result;
 * calls made during a run get the next one, so each result is newer than its call. A failed run rejects only its own calls.
 */
export function createSharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | null = null;
  const run = () => {
    waiting = null;
    return work();
  };
  return () => {
    waiting ??= last.then(run, run);
    last = waiting;
    return waiting;
  };
}

/** A read whose result is shared for a while. */
export type TimedRead<T> = ReturnType<typeof createTimedRead<T>>;

/** Shares each result of `load` between the calls of `maxAgeMs`, counted from the start of the read. A failed read is not kept. */
export function createTimedRead<T>(maxAgeMs: number, load: () => Promise<T>) {
  let last: { at: number; value: Promise<T> } | null = null;
  return {
    /** Returns the result of a read that started less than `maxAge` ago, or reads again. */
    read(maxAge = maxAgeMs): Promise<T> {
      const at = performance.now();
      if (last && at - last.at < maxAge) return last.value;
      const started = { at, value: load() };
      last = started;
      started.value.catch(() => {
        if (last === started) last = null;
      });
      return started.value;
    },
    /** Makes the next call read again. */
    forget() {
      last = null;
    },
  };
}

/** Returns the result of `work`, or null if it takes longer than `ms`; it then continues unobserved. Rejects if `work` does in time. */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: ended.signal, ref: false })]);
  } finally {
    ended.abort();
  }
}
