import { rateLimited } from '@touchline/service-kit/http/rate-limit';
import pLimit from 'p-limit';
import { createOpenCounts } from '../limits/concurrency-limit.ts';

/** Runs tasks one at a time, in order. */
export interface SerialQueue {
  /** @throws TouchlineError RATE_LIMITED when too many tasks wait, in total or of this client */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}

const RETRY_AFTER_MS = 5_000;

/**
 * p-limit, which neither bounds its queue nor divides it: a client may have at most `maxPerClient` of the `maxWaiting` tasks, so
 * that one alone cannot fill the queue.
 */
export function createSerialQueue(maxWaiting: number, maxPerClient: number): SerialQueue {
  const limit = pLimit(1);
  const open = createOpenCounts();
  return {
    async run(client, task) {
      if (limit.activeCount + limit.pendingCount >= maxWaiting || open.count(client) >= maxPerClient)
        throw rateLimited('Too many smart-wallet sign-ins right now. Try again in a moment.', RETRY_AFTER_MS);
      return limit(task).finally(open.add(client));
    },
  };
}
