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
