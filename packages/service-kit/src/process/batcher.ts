import { setTimeout as sleep } from 'node:timers/promises';

interface Pending<Req, Res> {
  request: Req;
  resolve(response: Res): void;
  reject(reason: unknown): void;
}

/**
 * Batches concurrent requests, for work whose cost is mostly per batch, such as a SQL statement. A single request runs
 * immediately. Requests that arrive during a batch form the next one, so no result is older than its request.
 * @param processBatch returns one result per request, in order; if it throws, all requests of the batch are rejected
 * @param options maxBatch: maximum number of requests per batch; pauseMs: minimum time between the starts of two batches
 */
export function createBatcher<Req, Res>(
  processBatch: (requests: readonly Req[]) => Promise<readonly Res[]>,
  { maxBatch, pauseMs = 0 }: { maxBatch: number; pauseMs?: number },
): (request: Req) => Promise<Res> {
  let pending: Pending<Req, Res>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (pending.length > 0) {
      const batch = pending.slice(0, maxBatch);
      pending = pending.slice(maxBatch);
      const pause = pauseMs > 0 ? sleep(pauseMs) : null;
      try {
        const responses = await processBatch(batch.map(({ request }) => request));
        for (const [index, { resolve }] of batch.entries()) resolve(responses[index]!);
      } catch (error) {
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
